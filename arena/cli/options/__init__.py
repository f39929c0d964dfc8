"""Groups of command-line options, and what their words mean.

An option is `option(help, default=…)`, a parameter of its command, or a field of a group here
(`TournamentOptions`, `Filters`, …); `arguments.py` has those that several commands share.
`tests/arena/cli/options/test_groups.py` parses and prints every group.
"""
