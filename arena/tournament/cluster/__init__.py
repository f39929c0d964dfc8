"""Games on the machines of a Ray cluster: bots are sent there, and played by workers there."""
