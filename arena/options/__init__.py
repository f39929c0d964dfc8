"""What can be said on the command line: groups of options, and what their words mean."""
