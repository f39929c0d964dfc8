"""The command line: one file for each command or small family, loaded when it is called.

`arena/cli/commands.py` lists them all. A function's signature is its command line, its docstring
the help, then `Examples:`, then below `JSON:` what it prints with `--json`, in the notation of
`docs/json.md`. Its queries are in `ladder/queries/`. No help has more than 60 lines, nor has
`arena --help`: if its list is full, a new command goes below another, like `arena db merge`.

`options/` says what options mean: `Common` is --home and --json, and those that choose games or
bots are groups of `filters.py`. A bot whose results are looked up is found by `store.find_player`,
one that is to play or change by a `Resolver`. `output/` prints text, tables and JSON; tables that
pages have as well are made in `arena.text`. What only the work needs and is slow to import goes
below `if not ONLY_SHOWN:`, so that neither Tab nor `--help` waits for it.
"""

try:
    from arena.source import in_the_way

    if other := in_the_way():
        raise SystemExit(f"arena: {other}")

    from arena.cli.program import app, main
except KeyboardInterrupt:  # Ctrl-C during the imports, which `main` cannot catch
    raise SystemExit(130) from None

__all__ = ["app", "main"]
