"""Run the command line: `python -m arena`."""

from arena.cli import main

main()
