"""Groups of command-line options, and what their words mean."""
