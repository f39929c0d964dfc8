"""High Bohn and Cognac: buildings bought with coins of their bean, each with a power of its own."""
