"""High Bohn and Cognac: buildings bought with coins of their bean, most with a power."""
