"""The referee: runs bots' processes, keeps their clocks, and plays games between them."""
