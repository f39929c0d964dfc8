"""Actions and rows, in every game: complete, lawful, and the same from a game as from a view."""

import pickle
from dataclasses import replace
from random import Random

import orjson
import pytest

from arena.codec import lines, writer
from arena.env.actions import PLACES, actions
from arena.env.rows import rows
from arena.env.table import Table
from arena.rules import Rule, Sensible, Shown, compile_rulebook, read_event
from arena.rules.choices import ALL, Answer, Terms, Trade
from arena.rules.offers import find
from arena.rules.state import EVERYONE, Piece
from tests.support.lawful import each_once
from tests.support.random_play import random_choice, random_wishes, rich_start


@pytest.mark.parametrize(("variant", "players"), each_once())
def test_every_choice_has_an_action_and_every_action_is_lawful(variant: str, players: int) -> None:
    book = compile_rulebook(variant, players)
    table_of = actions(book)
    assert len(set(table_of.names)) == len(table_of)
    rng = Random(variant)
    game = rich_start(book, b"env", rng)
    random_wishes(game, rng)
    while game.decisions:
        decision = rng.choice(game.decisions)
        seat = decision.seat
        for choice in game.choices(seat):
            if isinstance(choice, Trade | Answer):
                continue  # these are composed
            at = table_of.of(seat, choice)
            assert at >= 0 or len(game.hands[seat]) > PLACES, choice
        if seat == game.asked[0]:
            table = Table(table_of, game.copy())
            for _ in range(3):
                legal = table.legal
                assert min(legal) >= 0
                for made in legal.values():
                    assert made is None or table.game.check(seat, made) is None, made
                composing = [number for number, made in legal.items() if made is None]
                if not composing:
                    break
                table.step(rng.choice(composing))
        game.play(seat, random_choice(game, decision, rng, eager=True))


@pytest.mark.rule("T5")
@pytest.mark.parametrize(("variant", "players"), each_once())
def test_a_row_is_the_same_from_a_view_and_shows_nothing_hidden(variant: str, players: int) -> None:
    book = compile_rulebook(variant, players)
    row_of = rows(book)
    rng = Random(variant)
    game = rich_start(book, b"env", rng)
    random_wishes(game, rng)
    compared, shown = 0, Shown(game)
    heard = [shown.copy() for _ in range(players)]
    while game.decisions:
        decision = rng.choice(game.decisions)
        seat = decision.seat
        if rng.random() < 0.1 and seat == game.asked[0]:
            compared += 1
            table = Table(row_of.actions, game, shown=shown)
            question = writer(book).question(game, decision)
            message = orjson.loads(lines.decide(1, question, [], 1, 1))
            imagined = book.imagine(message["view"], message, rng, heard[seat])
            imagined.wish(seat, game.wants[seat])
            # What was imagined of other sealed answers may ask others first.
            imagined.asked = (seat, *[other for other in imagined.asked if other != seat])
            other = Table(row_of.actions, imagined, shown=heard[seat])
            row = row_of.row(table, seat)
            assert len(row) == row_of.length
            assert row_of.row(other, seat) == row
            assert other.mask() == table.mask()
        for watcher in range(players):
            if watcher not in game.asked and rng.random() < 0.02:
                dealt = game.redealt(watcher, rng, heard[watcher])
                other = Table(row_of.actions, dealt, shown=heard[watcher])
                seen = row_of.row(Table(row_of.actions, game, shown=shown), watcher)
                assert row_of.row(other, watcher) == seen
        events = game.play(seat, random_choice(game, decision, rng, eager=True))
        shown.follow(events, game)
        for each, news in zip(heard, writer(book).events(events), strict=True):
            each.follow(map(read_event, map(orjson.loads, news)), game)
    assert compared > 5


def test_the_parts_of_a_row_are_named() -> None:
    book = compile_rulebook("anniversary+bean_coin", 3)
    row_of = rows(book)
    game = book.start(1)
    row = row_of.row(Table(row_of.actions, game), 0)
    hand = row[row_of.parts["hand"]]
    kinds = len(book.kinds)
    assert list(hand[:kinds]) == [game.hands[0].count(kind) for kind in book.kinds]
    first = hand[kinds : 2 * kinds]
    assert book.kinds[first.index(1)] == game.hands[0][0]
    assert row[row_of.parts["coin_holder"]][2] == 2  # the seat before the first
    assert [part.stop for part in row_of.parts.values()][-1] == row_of.length == len(row)


def test_a_piece_may_hold_whatever_words_its_rulebook_lists() -> None:
    book = compile_rulebook("anniversary", 3)
    flavours = [{"name": "sweet", "bean": "soy"}, {"name": "hot"}]
    made_up = replace(
        book,
        rules=(*book.rules, Rule("flavours", "X", "", data=lambda tables: {"flavours": flavours})),
        own_pieces=(Piece("taken", EVERYONE, start=()),),
    )
    row_of = rows(made_up)
    game = made_up.start(1)
    game.extra["taken"] = ("hot",)
    part = row_of.row(Table(row_of.actions, game), 0)[row_of.parts["taken"]]
    assert part[-2:] == bytes([0, 1])
    game.extra["taken"] = ("bitter",)
    with pytest.raises(
        ValueError, match=r"taken holds the word 'bitter', which no rule's data lists"
    ):
        row_of.row(Table(row_of.actions, game), 0)


def test_an_offer_is_composed_and_posted() -> None:
    book = compile_rulebook("anniversary", 4)
    row_of = rows(book)
    table = Table(row_of.actions, book.start(1))
    while table.game.step.ask != "trade":
        table.step(min(table.legal))
    kind = table.game.turned_over[0]
    name = row_of.actions.kinds[book.kinds.index(kind)]
    number = row_of.actions.number
    want = next(other for other in row_of.actions.kinds if other != name)
    for word in (f"give {name}", f"want {want}", "offer +2", "done"):
        assert number[word] in table.legal, word
        table.step(number[word])
    (offer,) = table.game.offers
    assert offer.give is not None and [card.kind for card in offer.give] == [kind]
    assert offer.to == 2 and table.seat == 2
    table.step(number["pass"])
    assert table.game.round == 2


def test_a_masked_action_does_the_safest_and_is_counted() -> None:
    book = compile_rulebook("anniversary", 4)
    table = Table(actions(book), book.start(1))
    twin = Table(actions(book), table.game.copy())
    masked = next(number for number in range(len(table.actions)) if number not in table.legal)
    table.step(masked)
    twin.step(min(twin.legal))
    assert table.game == twin.game
    assert (table.masked, twin.masked) == (1, 0)
    while table.seat >= 0:
        table.step(-1)
    with pytest.raises(ValueError, match="The game is over"):
        table.step(0)


def test_a_row_counts_what_everybody_saw() -> None:
    book = compile_rulebook("classic", 4)
    row_of = rows(book)
    table, player = Table(row_of.actions, book.start(1)), Sensible(book)
    while table.game.run_outs == 0:
        seen = table.game.discard
        table.play(player.choose(table.game, table.seat))
    assert seen  # it has become the draw pile, and all that is drawn of it is still hidden
    game, kinds = table.game, len(book.kinds)
    known = row_of.parts["unseen"]
    for seat in range(4):
        last, past = (row_of.row(table, seat)[known][at : at + kinds] for at in (0, kinds))
        assert all(last[at] >= game.draw_pile.count(kind) for at, kind in enumerate(book.kinds))
        others = sum(len(hand) for at, hand in enumerate(game.hands) if at != seat)
        assert sum(last) + sum(past) == len(game.draw_pile) + others
        assert sum(past) > 0

    before = table.copy()
    row = row_of.row(table, 0)
    while table.game.run_outs == 1:
        table.play(player.choose(table.game, table.seat))
    assert row_of.row(before, 0) == row  # a copy goes its own way
    assert row_of.row(pickle.loads(pickle.dumps(table)), 0) == row_of.row(table, 0)


def test_a_row_shows_what_a_hand_is_known_to_have() -> None:
    book = compile_rulebook("anniversary", 4)
    row_of = rows(book)
    table = Table(row_of.actions, book.start(1))
    while table.game.step.ask != "trade":
        table.step(min(table.legal))
    game, seat = table.game, table.seat
    kind = next(card for card in game.hands[seat] if card not in game.turned_over)
    give = find(game, seat, (kind,))
    assert give is not None
    table.play(Trade(offers=(Terms(give, b"", ALL),)))
    other = (seat + 1) % 4
    known = row_of.row(table, other)[row_of.parts["seat +3"]][-len(book.kinds) :]
    assert list(known) == [each == kind for each in book.kinds]
