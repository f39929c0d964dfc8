"""The resolver, which turns a typed word into a bot that can be started.

A word names a submitted bot, a bundled one, or a path.
"""

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.errors import ArenaError, UsageError
from arena.home import Home
from arena.referee.bot import BotSpec
from arena.registry.build import BuildProgress
from arena.registry.bundled import bundled_bots, keep_if_unchanged, prepare, prepare_all
from arena.registry.files import HASH_DIGITS, RegistryError
from arena.registry.lookup import Named, as_path, existing_path, look_up
from arena.registry.manifest import Manifest, manifest_at
from arena.registry.names import valid_name
from arena.registry.storage import KeptBot, NotKept, build_copy, kept_spec, require_kept
from arena.registry.transfer import Bundle, pack, unpack
from arena.sandbox.level import Level
from arena.sandbox.needs import Needs
from arena.text import harmless
from arena.text.phrases import first_line
from ladder.database.store import BUNDLED, WITH_MODEL, Bot, Store

if TYPE_CHECKING:
    from arena.llm.settings import LanguageModel


ABOUT_MODEL = {"name", "hash", "program", "is"}
"""The keys of the data under WITH_MODEL: its name, its hash, the program's, and its identity."""

TELL_EVERY_S = 10.0
"""Seconds between two lines about a build in progress."""
LONGEST_LINE = 160
"""Characters shown of a build's command."""
_HASH = re.compile(f"[0-9a-f]{{{HASH_DIGITS}}}")


def stored_manifest(manifest: Manifest, bundled: bool = False) -> dict[str, Any]:
    """Return a manifest as the ladder stores it."""
    return manifest.data | ({BUNDLED: True} if bundled else {})


def enter(
    store: Store, manifest: Manifest, digest: str, owner: str = "", bundled: bool = False
) -> Bot:
    """Enter a kept bot on the ladder, as a new version if there is one of that name."""
    return store.add_bot(
        manifest.name,
        author=manifest.author,
        language=manifest.language,
        hash=digest,
        manifest=stored_manifest(manifest, bundled),
        owner=owner,
    )


def needs_of(bot: Bot) -> Needs:
    """Return what a bot of the ladder asks to use."""
    return _manifest(bot).needs


def submitted_labels(bots: Iterable[Bot]) -> list[str]:
    """List the labels of the bots that are not bundled."""
    return [bot.label for bot in bots if not bot.bundled]


def model_of(bot: Bot) -> str:
    """Return the name of a bot's language model; "" if it plays without one."""
    return str(bot.manifest.get(WITH_MODEL, {}).get("name", ""))


def as_entered_here(bot: Bot) -> Bot:
    """Return a bot of another ladder as it would have been entered here.

    The other ladder is not trusted to say that a bot is bundled, or how a bundled bot is started.
    Raises ValueError, with a sentence, for a bot that nobody can have submitted.
    """
    try:
        program, _, model = bot.name.partition("@")
        names = [valid_name(program), *([valid_name(model)] if WITH_MODEL in bot.manifest else [])]
        if "@".join(names) != bot.name or not _HASH.fullmatch(bot.program):
            raise ValueError("its name or its hash is not one that the arena gives")
        manifest, about = _manifest(bot), bot.manifest.get(WITH_MODEL)
        if about:
            _require_model(bot, about)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        why = first_line(str(error)).rstrip(".")
        raise ValueError(f"bot {harmless(bot.label, 80)}: {harmless(why, 200)}") from None
    own, digest = bundled_bots().get(program, (manifest, ""))
    bundled_here = digest == bot.program
    kept = stored_manifest(own if bundled_here else manifest, bundled=bundled_here)
    return replace(
        bot,
        author=manifest.author,
        language=manifest.language,
        manifest=kept | ({WITH_MODEL: about} if about else {}),
    )


def _require_model(bot: Bot, about: Mapping[str, Any]) -> None:
    """Raise ValueError unless a bot's hash is that of its program with its language model."""
    from arena.llm.settings import digest, with_program  # late: few bots need it

    valid_name(about["name"])
    hashes = about["hash"], with_program(about["program"], about["hash"])
    if about.keys() != ABOUT_MODEL or hashes != (digest(about["is"]), bot.hash):
        raise ValueError("its hash is not that of its program with its model")


def require_same(bots: Iterable[Bot], models: "Mapping[str, LanguageModel]") -> None:
    """Raise ArenaError unless these are the models that the bots were entered with."""
    for bot in bots:
        name = model_of(bot)
        if name and (name not in models or models[name].hash != bot.manifest[WITH_MODEL]["hash"]):
            what = "has changed" if name in models else "is missing"
            raise ArenaError(
                f"In the file with your models, {name} {what}, so {bot.label} cannot play. Put it "
                "back as it was, or start a new tournament."
            )


def _manifest(bot: Bot) -> Manifest:
    return Manifest.model_validate(
        {key: value for key, value in bot.manifest.items() if key not in (BUNDLED, WITH_MODEL)}
    )


def kept_bot(bot: Bot) -> KeptBot:
    """Return what the registry keeps of a bot of the ladder: its program, with any model."""
    return KeptBot(bot.name, bot.version, bot.program, _manifest(bot), bot.bundled)


class Resolver:
    """Finds the bots that can play from one home folder, and how each is started."""

    def __init__(self, home: Home, store: Store, tell: Callable[[str], None]) -> None:
        """tell: Shows a message, such as that a bundled bot cannot run here."""
        self.home = home
        self.store = store
        self.tell = tell
        self.models: Mapping[str, LanguageModel] = {}
        """The language models that a bot may be combined with, as in llm@small."""
        self._drafts = ExitStack()  # copies of bots that were never submitted
        self._specs: dict[int, BotSpec] = {}  # by the bot's id

    def close(self) -> None:
        """Remove the copies of bots that were never submitted."""
        self._drafts.close()

    # --- finding the bot that a word names ----------------------------------------------------

    def find(self, word: str, idle: bool = False) -> Bot:
        """Return the bot of the ladder that `word` names, entering a bundled one on first use.

        A retired or suspended bot is refused, unless its version is named or `idle` is True. Raises
        ArenaError, or the ladder's UnknownBot.
        """
        if "@" in word and "/" not in word:
            return self._with_model(word, idle)
        target = look_up(self.store, word)
        if isinstance(target, Path):
            path = shlex.quote(as_path(target))
            raise UsageError(
                f"{path} is a path; only submitted bots can be named here. "
                f"Submit it first: arena submit {path}"
            )
        return self._known(target, word, idle)

    def require_known(self, words: Iterable[str]) -> None:
        """Raise NoSuchBot for the first word that names nothing, without building anything."""
        for word in words:
            look_up(self.store, _parted(word)[0] or word)

    def find_spec(
        self,
        word: str,
        command: str = "",
        idle: bool = False,
        building: BuildProgress | None = None,
    ) -> BotSpec:
        """Return how to start the bot or the path that `word` names, for unrated play.

        Args:
            word: What the user typed.
            command: Treat the word as a path, and start it with this command.
            idle: Accept a retired or suspended bot.
            building: Called while the bot at a path is built; None to tell the user.
        """
        program, named = (word, None) if command else _parted(word)
        target = existing_path(program) if command else look_up(self.store, program)
        if not isinstance(target, Path):
            bot = self._known(target, word, idle) if named is None else self.find(word, idle)
            return self.spec_of(bot)
        start = self._spec_at(target, command, building)
        if named is None:
            return start
        model = self._model(word)
        if not start.needs.model:
            raise UsageError(_needs_no_model(program, named))
        name, digest = f"{start.name}@{named}", model.with_program(start.hash)
        return replace(start, name=name, hash=digest, program=start.hash, model=named)

    def _known(self, named: Named, word: str, idle: bool) -> Bot:
        if Path(word).exists():
            self.tell(f"{word} means the bot of that name, not {as_path(Path(word))}.")
        if named.bundled:
            ready = prepare(self.home, named.name, self._building(named.name))
            bot = self._enter(ready.manifest, ready.spec.hash)
        if named.version or not named.bundled:
            bot = self.store.find_bot(named.label)
        if bot.status != "active" and not named.version and not idle:
            why = f" ({harmless(bot.reason, 200)})" if bot.reason else ""
            raise ArenaError(
                f"{bot.label} is {bot.state}{why}. Let it play again: arena reinstate {bot.name}"
            )
        return bot

    # --- bots with a language model -----------------------------------------------------------

    def _with_model(self, word: str, idle: bool) -> Bot:
        """Return the bot that `llm@small` names, entered on first use; or `llm@small:2`."""
        program, _, named = word.rpartition("@")
        if ":" in named:
            return self.store.find_bot(word)
        # Without a file of models, those that have played before can still be named.
        if not self.models and any(bot.name == word for bot in self.store.bots()):
            return self.store.find_bot(word)
        model = self._model(word)
        bot = self.find(program, idle)
        if not _manifest(bot).model:
            raise UsageError(_needs_no_model(program, named))
        digest = model.with_program(bot.hash)
        name = f"{bot.name}@{named}"
        # The newest of this content; a retired one is entered again, as a new version.
        entered = [each for each in self.store.bots() if (each.name, each.hash) == (name, digest)]
        if entered and (entered[-1].status == "active" or idle):
            return entered[-1]
        about = {"name": named, "hash": model.hash, "program": bot.hash, "is": model.identity}
        return self.store.add_bot(
            name,
            author=bot.author,
            language=bot.language,
            hash=digest,
            manifest={**bot.manifest, WITH_MODEL: about},
            owner=bot.owner,
        )

    def _model(self, word: str) -> "LanguageModel":
        """Return the model named after the `@`. Raises UsageError."""
        model = self.models.get(word.rpartition("@")[2])
        if model is None:
            raise UsageError(_unknown_model(word, self.models))
        return model

    # --- starting them ------------------------------------------------------------------------

    def spec_of(self, bot: Bot) -> BotSpec:
        """Return how to start a bot of the ladder here, checking its copy the first time.

        Raises RegistryError.
        """
        if bot.id not in self._specs:
            start = kept_spec(self.home, kept_bot(bot))
            if model := model_of(bot):
                start = replace(start, hash=bot.hash, program=start.hash, model=model)
            self._specs[bot.id] = start
        return self._specs[bot.id]

    def bundle_of(self, start: BotSpec) -> Bundle:
        """Bundle the bot that is started like this here. Raises RegistryError.

        A cluster identifies bots by their content alone. So if a bundled bot has the same content,
        the cluster starts all bots of that content as it starts the bundled one.
        """
        bot = self.store.find_bot(start.label)
        twins = [each for each in self.store.bots() if each.hash == bot.hash]
        bundled = next((each for each in twins if each.bundled), None)
        kept = replace(kept_bot(bot), bundled=bundled is not None)
        try:
            return pack(self.home, kept)
        except NotKept:
            if bundled is None:
                raise
        # A bundled bot's files can be had from the arena itself, if they are still the same.
        if not keep_if_unchanged(self.home, bundled.name, bot.hash):
            raise NotKept(
                f"The files that {bot.label} was built from were not kept, and the arena now comes "
                "with a different version of it. Play on this machine (leave out --address), or "
                "start a new tournament."
            )
        return pack(self.home, kept)

    def require_ready(self, bots: Sequence[Bot]) -> None:
        """Raise RegistryError unless all of these can be started here."""
        for bot in bots:
            self.spec_of(bot)

    def _spec_at(self, path: Path, command: str, building: BuildProgress | None) -> BotSpec:
        """Copy and build the unsubmitted bot at `path`, until `close`; return how to start it."""
        source, manifest = manifest_at(path, command=command)
        building = building or self._building(manifest.name)
        copy = self._drafts.enter_context(
            build_copy(self.home, source, manifest, building=building)
        )
        return copy.spec()

    def adopt(self, other: Home, level: Level) -> dict[str, str]:
        """Copy the missing files of active and suspended bots from another home.

        They are hashed and built again here.

        Args:
            other: The home to copy from.
            level: The level at which builds are confined.

        Returns:
            By label, why a bot still cannot play; "" if its files are in neither home.
        """
        missing = {}
        for bot in self.store.bots():
            if bot.willing and not self._kept(bot):
                try:
                    self._adopt(bot, other, level)
                except NotKept:
                    missing[bot.label] = ""
                except Exception as error:  # whatever a stranger's files are, the next bot comes
                    if not self._kept(bot):  # else only the program that starts it is missing
                        missing[bot.label] = first_line(str(error))
        return missing

    def _kept(self, bot: Bot) -> bool:
        try:
            require_kept(self.home, kept_bot(bot))
        except ArenaError:
            return False
        return True

    def _adopt(self, bot: Bot, other: Home, level: Level) -> None:
        kept = kept_bot(bot)
        if kept.bundled and keep_if_unchanged(self.home, kept.manifest.name, kept.hash):
            return
        if kept.manifest.build and level is Level.C:
            raise RegistryError("It has to be built, and builds cannot be confined here.")
        unpack(pack(other, kept), self.home, level)

    # --- many at once -------------------------------------------------------------------------

    def everyone(self) -> list[Bot]:
        """List the active submitted bots, or if there are none, the bundled ones that run here."""
        bots = [bot for bot in self.store.bots("active") if not bot.bundled]
        return bots or self.bundled()

    def bundled(self, only: Sequence[str] = ()) -> list[Bot]:
        """Enter the bundled bots that run here on the ladder, and list the active ones."""

        def skipped(name: str, why: str) -> None:
            self.tell(f"{name} is skipped: {why}")

        ready = prepare_all(self.home, skipped, only, self._building)
        bots = [self._enter(each.manifest, each.spec.hash) for each in ready]
        return [bot for bot in bots if bot.status == "active"]

    def _building(self, name: str) -> BuildProgress:
        """Make a callback that tells the user when a build begins, and then how long it takes."""
        shown_at: float | None = None  # in seconds of the build; None before it begins

        def building(line: str, seconds: float, last: str) -> None:
            nonlocal shown_at
            if shown_at is None:
                shown_at = 0.0
                self.tell(f"Building {harmless(name, 60)}: {harmless(line, LONGEST_LINE)}")
            elif seconds - shown_at >= TELL_EVERY_S:
                shown_at = seconds
                self.tell(f"Building {harmless(name, 60)}: {seconds:.0f} s so far")

        return building

    def _enter(self, manifest: Manifest, digest: str) -> Bot:
        for bot in self.store.bots():
            if bot.name == manifest.name and bot.hash == digest:
                return bot  # unchanged: a retired one stays retired
        return enter(self.store, manifest, digest, bundled=True)


def _parted(word: str) -> tuple[str, str | None]:
    """Return the bot and the language model of a word such as `llm@small`; None without a model."""
    program, at, model = word.rpartition("@")
    if not at or ("/" in word and Path(word).exists()):  # an @ in a path names no model
        return word, None
    return program, model


def _needs_no_model(program: str, model: str) -> str:
    return f"{program} does not use a language model. Name it without @{model}."


def _unknown_model(word: str, models: "Mapping[str, LanguageModel]") -> str:
    named = harmless(word.rpartition("@")[2], 40)
    if not models:
        return (
            f"{harmless(word, 60)} plays with a language model. Name a file of models: "
            "--models models.toml"
        )
    return f"There is no model called {named!r}. Yours are {', '.join(models)}."
