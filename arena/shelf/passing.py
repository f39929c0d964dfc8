"""Which variables of the operator's environment a bot may be given, by their names."""

import re

MOST_NAMES = 16
LONGEST = 100

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_OURS = {"PATH", "HOME", "TMPDIR", "LANG", "OMP_NUM_THREADS"}
# With these a loader, a shell or a language would run or look up something else than the bot.
_LOADERS = {
    "BASH_ENV",
    "CLASSPATH",
    "DOTNET_STARTUP_HOOKS",
    "ENV",
    "GCONV_PATH",
    "GLIBC_TUNABLES",
    "IFS",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "NODE_OPTIONS",
    "NODE_PATH",
    "PERL5DB",
    "PERL5LIB",
    "PERL5OPT",
    "PERLLIB",
    "PHPRC",
    "PHP_INI_SCAN_DIR",
    "RUBYLIB",
    "RUBYOPT",
    "SHELLOPTS",
    "_JAVA_OPTIONS",
}
_FAMILIES = ("ARENA_", "LD_", "DYLD_", "PYTHON", "LUA_", "JULIA_", "BASH_FUNC_")


def passable(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names, in order. Raises ValueError, with a sentence."""
    if len(names) > MOST_NAMES:
        raise ValueError(f"at most {MOST_NAMES} variables are passed. Leave some out.")
    for name in names:
        if len(name) > LONGEST or not _NAME.fullmatch(name):
            raise ValueError(
                f"{name[:LONGEST]!r} is not the name of a variable. Give names alone, such as "
                '"OPENAI_API_KEY"; their values come from the environment of the arena.'
            )
        if name in _OURS or name in _LOADERS or name.startswith(_FAMILIES):
            raise ValueError(
                f"{name} is not passed, as it would change how the bot is started. Leave it out."
            )
    return tuple(dict.fromkeys(names))
