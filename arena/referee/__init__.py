"""The referee: bots' processes, their clocks, and games between them."""
