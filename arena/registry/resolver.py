"""From the word a user types to a bot that can be started: submitted, bundled, or just a path."""

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.errors import ArenaError, UsageError
from arena.home import Home
from arena.referee.bot import BotSpec
from arena.registry.build import Building
from arena.registry.bundle import Parcel, pack, unpack
from arena.registry.bundled import bundled_bots, keep_anew, prepare, prepare_all
from arena.registry.files import HASH_DIGITS, ShelfError
from arena.registry.lookup import Named, as_path, existing, meaning
from arena.registry.manifest import Manifest, manifest_at
from arena.registry.names import checked
from arena.registry.storage import NotKept, draft, require_kept, spec
from arena.sandbox.level import Level
from arena.sandbox.needs import Needs
from arena.text import harmless
from arena.text.phrases import first_line
from ladder.database.store import BUNDLED, Bot, Store

if TYPE_CHECKING:
    from arena.llm.settings import LanguageModel


WITH_MODEL = "with_model"
"""In a stored manifest: the language model that plays with it, and the hash of the program."""
ABOUT_MODEL = {"name", "hash", "program", "is"}
"""The keys of that."""

TELL_EVERY_S = 10.0
"""Between two lines about a build that goes on."""
LONGEST_LINE = 160
"""Characters shown of a build's command."""
_HASH = re.compile(f"[0-9a-f]{{{HASH_DIGITS}}}")


def stored(manifest: Manifest, bundled: bool = False) -> dict[str, Any]:
    """A manifest as the ladder keeps it."""
    data = manifest.model_dump(mode="json", exclude_defaults=True)
    return data | ({BUNDLED: True} if bundled else {})


def needs_of(bot: Bot) -> Needs:
    """Return what a bot of the ladder asks for."""
    return _manifest(bot).needs


def strangers(bots: Iterable[Bot]) -> list[str]:
    """The labels of those that did not come with the arena."""
    return [bot.label for bot in bots if not bot.bundled]


def model_of(bot: Bot) -> str:
    """The name of the language model that plays with a bot of the ladder; empty: none does."""
    return str(bot.manifest.get(WITH_MODEL, {}).get("name", ""))


def program_of(bot: Bot) -> str:
    """The hash of the files that a bot of the ladder consists of."""
    return str(bot.manifest[WITH_MODEL]["program"]) if WITH_MODEL in bot.manifest else bot.hash


def entered(bot: Bot) -> Bot:
    """A bot of another ladder, as it would have been entered here.

    Whether it came with the arena, and how it is started then, is not for that ladder to say.
    Raises ValueError, with a sentence, for one that nobody can have submitted.
    """
    try:
        program, _, model = bot.name.partition("@")
        names = [checked(program), *([checked(model)] if WITH_MODEL in bot.manifest else [])]
        if "@".join(names) != bot.name or not _HASH.fullmatch(program_of(bot)):
            raise ValueError("its name or its hash is none that the arena gives")
        manifest, about = _manifest(bot), bot.manifest.get(WITH_MODEL)
        if about:
            _require_model(bot, about)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        why = first_line(str(error)).rstrip(".")
        raise ValueError(f"bot {harmless(bot.label, 80)}: {harmless(why, 200)}") from None
    own, digest = bundled_bots().get(program, (manifest, ""))
    came_along = digest == program_of(bot)
    kept = stored(own if came_along else manifest, bundled=came_along)
    return replace(
        bot,
        author=manifest.author,
        language=manifest.language,
        manifest=kept | ({WITH_MODEL: about} if about else {}),
    )


def _require_model(bot: Bot, about: Mapping[str, Any]) -> None:
    """Raise ValueError unless the hash of a player is that of its program with its model."""
    from arena.llm.settings import digest, with_program  # few bots need it

    checked(about["name"])
    hashes = about["hash"], with_program(about["program"], about["hash"])
    if about.keys() != ABOUT_MODEL or hashes != (digest(about["is"]), bot.hash):
        raise ValueError("its hash is not that of its program with its model")


def require_same(bots: Iterable[Bot], models: "Mapping[str, LanguageModel]") -> None:
    """Raise ArenaError unless these models are those that the players were entered with."""
    for bot in bots:
        name = model_of(bot)
        if name and (name not in models or models[name].hash != bot.manifest[WITH_MODEL]["hash"]):
            what = "is another one now" if name in models else "is missing"
            raise ArenaError(
                f"In the file with your models, {name} {what}, so {bot.label} cannot play. Put it "
                "back as it was, or start a new tournament."
            )


def _manifest(bot: Bot) -> Manifest:
    return Manifest.model_validate(
        {key: value for key, value in bot.manifest.items() if key not in (BUNDLED, WITH_MODEL)}
    )


class Roster:
    """The bots that can play from one home folder."""

    def __init__(self, home: Home, store: Store, tell: Callable[[str], None]) -> None:
        """`tell` is told what the user should know: a bundled bot that cannot run here, a word
        that could mean something else."""
        self.home = home
        self.store = store
        self.tell = tell
        self.models: Mapping[str, LanguageModel] = {}
        """The language models that bots may be named with, as in llm@small."""
        self._drafts = ExitStack()
        self._built = False
        self._specs: dict[int, BotSpec] = {}

    def close(self) -> None:
        """Remove the copies of bots that were never submitted."""
        self._drafts.close()

    # what a word names

    def find(self, word: str, idle: bool = False) -> Bot:
        """The bot of the ladder that `word` names; a bundled one is entered on first use.

        `idle`: even if it is retired or suspended. Raises ArenaError or the ladder's UnknownBot.
        """
        if "@" in word and "/" not in word:
            return self._with_model(word, idle)
        found = meaning(self.store, word)
        if isinstance(found, Path):
            path = shlex.quote(as_path(found))
            raise UsageError(
                f"{path} is a path; only submitted bots can be named here. "
                f"Submit it first: arena submit {path}"
            )
        return self._known(found, word, idle)

    def require_known(self, words: Iterable[str]) -> None:
        """Raise NoSuchBot for the first word that means nothing; nothing is built."""
        for word in words:
            there = "/" in word and Path(word).exists()
            meaning(self.store, word if there else word.rpartition("@")[0] or word)

    def find_spec(
        self, word: str, command: str = "", idle: bool = False, building: Building | None = None
    ) -> BotSpec:
        """Return how to start the bot that `word` names, for unrated play; a path will do.

        `command` starts what is at a path, however it is named. `building` is told of the build of
        a path, None: the user is.
        """
        if "@" in word and not command and not ("/" in word and Path(word).exists()):
            return self._spec_with_model(word, idle, building)
        found = existing(word) if command else meaning(self.store, word)
        if isinstance(found, Path):
            return self._spec_at(found, command, building)
        return self.spec_of(self._known(found, word, idle))

    def _known(self, named: Named, word: str, idle: bool) -> Bot:
        if Path(word).exists():
            self.tell(f"{word} means the bot of that name, not {as_path(Path(word))}.")
        if named.bundled:
            with self._going_on():
                ready = prepare(self.home, named.name, self._building(named.name))
            newest = self._enter(ready.manifest, ready.spec.hash)
        bot = self.store.find_bot(named.label) if named.version or not named.bundled else newest
        if bot.status != "active" and not named.version and not idle:
            why = f" ({harmless(bot.reason, 200)})" if bot.reason else ""
            raise ArenaError(
                f"{bot.label} is {bot.status}{why}. Let it play again: arena reinstate {bot.name}"
            )
        return bot

    # with a language model

    def _with_model(self, word: str, idle: bool) -> Bot:
        """Return the player that `llm@small` names, entered on first use; or `llm@small:2`."""
        program, _, named = word.rpartition("@")
        if ":" in named or not self.models:
            if ":" in named or any(bot.name == word for bot in self.store.bots()):
                return self.store.find_bot(word)
            raise UsageError(_unknown_model(word, self.models))
        model = self._model(word)
        bot = self.find(program, idle)
        if not _manifest(bot).model:
            raise UsageError(f"{program} asks no language model. Name it without @{named}.")
        digest = model.with_program(bot.hash)
        name = f"{bot.name}@{named}"
        found = [each for each in self.store.bots() if (each.name, each.hash) == (name, digest)]
        if found and (found[-1].status == "active" or idle):
            return found[-1]
        about = {"name": named, "hash": model.hash, "program": bot.hash, "is": model.identity}
        return self.store.add_bot(
            name,
            author=bot.author,
            language=bot.language,
            hash=digest,
            manifest={**bot.manifest, WITH_MODEL: about},
            owner=bot.owner,
        )

    def _spec_with_model(self, word: str, idle: bool, building: Building | None) -> BotSpec:
        program, _, named = word.rpartition("@")
        if isinstance(found := meaning(self.store, program), Path):
            start, model = self._spec_at(found, "", building), self._model(word)
            if not start.needs.model:
                raise UsageError(f"{program} asks no language model. Name it without @{named}.")
            name, digest = f"{start.name}@{named}", model.with_program(start.hash)
            return replace(start, name=name, hash=digest, program=start.hash, model=named)
        return self.spec_of(self.find(word, idle))

    def _model(self, word: str) -> "LanguageModel":
        model = self.models.get(word.rpartition("@")[2])
        if model is None:
            raise UsageError(_unknown_model(word, self.models))
        return model

    # how it is started

    def spec_of(self, bot: Bot) -> BotSpec:
        """Return how to start a bot of the ladder here; its copy is checked the first time.

        Raises ShelfError.
        """
        if bot.id not in self._specs:
            model = bot.manifest.get(WITH_MODEL)
            digest = program_of(bot)
            made = _manifest(bot), bot.bundled
            start = spec(self.home, bot.name, bot.version, digest, *made)
            if model:
                start = replace(start, hash=bot.hash, program=digest, model=model["name"])
            self._specs[bot.id] = start
        return self._specs[bot.id]

    def parcel_of(self, start: BotSpec) -> Parcel:
        """A bot of the ladder, by how it is started here, to be sent elsewhere. Raises ShelfError.

        A cluster tells bots by their content alone. So where one of that content came with the
        arena, all are started there as it is.
        """
        bot = self.store.find_bot(start.label)
        twins = [each for each in self.store.bots() if each.hash == bot.hash]
        bundled = next((each for each in twins if each.bundled), None)
        about = bot.name, bot.version, bot.hash, _manifest(bot), bundled is not None
        try:
            return pack(self.home, *about)
        except NotKept:
            if bundled is None:
                raise
        if not keep_anew(self.home, bundled.name, bot.hash):
            raise NotKept(
                f"The files that {bot.label} was built from were not kept, and the arena now comes "
                "with a different version of it. Play on this machine (leave out --address), or "
                "start a new tournament."
            )
        return pack(self.home, *about)

    def require_ready(self, bots: Sequence[Bot]) -> None:
        """Raise ShelfError unless all of these can be started here."""
        for bot in bots:
            self.spec_of(bot)

    def _spec_at(self, path: Path, command: str, building: Building | None) -> BotSpec:
        """Copy and build the unsubmitted bot at `path`, until `close`; return how to start it."""
        source, manifest = manifest_at(path, command=command)
        heard = building or self._building(manifest.name)
        copy = self._drafts.enter_context(draft(self.home, source, manifest, building=heard))
        return copy.spec(manifest.name, 0, manifest)

    def adopt(self, other: Home, level: Level) -> dict[str, str]:
        """Keep the willing bots whose files are in another home and not here.

        They are hashed anew, and what is built is built here, at that level. Returns those that
        still cannot play, by label, with why, unless their files are just not there.
        """
        missing = {}
        for bot in self.store.bots():
            if bot.willing and not self._kept(bot):
                try:
                    self._adopt(bot, other, level)
                except NotKept:
                    missing[bot.label] = ""
                except (ArenaError, OSError) as error:
                    if not self._kept(bot):  # it may only lack what starts it
                        missing[bot.label] = first_line(str(error))
        return missing

    def _kept(self, bot: Bot) -> bool:
        try:
            require_kept(self.home, bot.label, program_of(bot), _manifest(bot), bot.bundled)
        except ArenaError:
            return False
        return True

    def _adopt(self, bot: Bot, other: Home, level: Level) -> None:
        manifest, digest = _manifest(bot), program_of(bot)
        if bot.bundled and keep_anew(self.home, bot.name.partition("@")[0], digest):
            return
        if manifest.build and level is Level.C:
            raise ShelfError("It has to be built, and builds cannot be confined here.")
        unpack(pack(other, bot.name, bot.version, digest, manifest, bot.bundled), self.home, level)

    # all of them

    def everyone(self) -> list[Bot]:
        """List the active submitted bots; if there are none, the bundled ones that run here."""
        bots = [bot for bot in self.store.bots("active") if not bot.bundled]
        return bots or self.bundled()

    def bundled(self, only: Sequence[str] = ()) -> list[Bot]:
        """The bundled bots that run here and are not retired, entered on the ladder."""

        def skipped(name: str, why: str) -> None:
            self.tell(f"{name} is skipped: {why}")

        with self._going_on():
            ready = prepare_all(self.home, skipped, only, self._building)
        bots = [self._enter(each.manifest, each.spec.hash) for each in ready]
        return [bot for bot in bots if bot.status == "active"]

    def _building(self, name: str) -> Building:
        """Tell the user what is built, and now and then that it goes on."""
        told_at: float | None = None

        def building(line: str, seconds: float, last: str) -> None:
            nonlocal told_at
            if told_at is None:
                told_at = 0.0
                self._built = True
                self.tell(f"Building {harmless(name, 60)}: {harmless(line, LONGEST_LINE)}")
            elif seconds - told_at >= TELL_EVERY_S:
                told_at = seconds
                self.tell(f"Building {harmless(name, 60)}: {seconds:.0f} s so far")

        return building

    @contextmanager
    def _going_on(self) -> Iterator[None]:
        """Tell a user who interrupts the building of bundled bots how to go on with it."""
        try:
            yield
        except KeyboardInterrupt:
            if self._built:
                self.tell("Bots that have been built are kept; run the same command to go on.")
            raise

    def _enter(self, manifest: Manifest, digest: str) -> Bot:
        for bot in self.store.bots():
            if bot.name == manifest.name and bot.hash == digest:
                return bot  # as it is: a retired one stays retired
        return self.store.add_bot(
            manifest.name,
            author=manifest.author,
            language=manifest.language,
            hash=digest,
            manifest=stored(manifest, bundled=True),
        )


def _unknown_model(word: str, models: "Mapping[str, LanguageModel]") -> str:
    named = harmless(word.rpartition("@")[2], 40)
    if not models:
        return (
            f"{harmless(word, 60)} plays with a language model. Say which there are: "
            "--models models.toml"
        )
    return f"There is no model called {named!r}. Yours are {', '.join(models)}."
