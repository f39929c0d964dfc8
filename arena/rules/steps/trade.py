"""Step 2: opening bids, the rounds of the active player, sealed answers (B6, T1, T2)."""

from itertools import combinations
from typing import TYPE_CHECKING

from arena.rules.choices import (
    ALL,
    DECLINE,
    OPEN,
    PASS,
    Accepting,
    Answer,
    CardAt,
    Choice,
    Take,
    Terms,
    Trade,
)
from arena.rules.events import Event
from arena.rules.offers import (
    drop_unaccepted,
    exchange,
    find,
    refuse_pay,
    refuse_terms,
    shifted,
)
from arena.rules.state import Accept, Offer, State
from arena.rules.steps.step import Step, clockwise, leave

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook

# The name under which a seat asks for opening bids, beside the names of the windows (T4).
BIDS = "bids"


class Negotiate(Step):
    """The rounds of step 2: the active player takes replies, posts offers, or ends (T1).

    `state.round` is the current round, from 1; beyond the last, standing replies may still be
    taken. Memory: the round that is due.
    """

    name = ask = "trade"

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        number, *memory = state.stack[-1]
        if not memory:  # opening bids come first
            self._begin_round(state, 1, events)
            state.stack = (*state.stack[:-1], (number, 1))
            book.push(state, "bid")
            return
        if memory[0] != state.round:  # the answers to the last round's offers are in
            self._begin_round(state, memory[0], events)
        if state.round <= book.negotiation.rounds or _standing(state):
            state.asked = (state.active,)
        else:
            self._end(state, events)

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        """End, or take one standing reply; offers and several takes are checked, not listed."""
        listed: list[Choice] = [PASS]
        for standing in _standing(state).values():
            if isinstance(standing, Accept) or _can_pay(book, state, seat, standing.want):
                listed.append(Trade(take=(Take(standing.id),)))
        return listed

    def check(self, book: "Rulebook", state: State, seat: int, choice: Choice) -> str | None:
        if choice == PASS:
            return None
        if not isinstance(choice, Trade):
            return f"{choice.do} is not possible in trading"
        if choice.offers:
            if state.round > book.negotiation.rounds:
                return "the last round is over: replies may be taken, no offers made"
            if choice.end:
                return "offers cannot be made with the end of trading"
            if len(choice.offers) > book.negotiation.offers:
                return f"at most {book.negotiation.offers} offers a round"
        given = _given(book, state, choice)
        if isinstance(given, str):
            return given
        spent = [card for cards in given for card in cards]
        for terms in choice.offers:
            why = refuse_terms(book, state, seat, terms)
            if why is not None:
                return why
            if terms.give is not OPEN and any(card in spent for card in terms.give):
                return "an offer gives a card that is traded away by a take"
        return None

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        state.asked = ()
        if not isinstance(choice, Trade):
            self._end(state, events)
            return
        given = _given(book, state, choice)
        assert not isinstance(given, str), given
        # Takes and offers name places as they were before any card left: move them along.
        terms = list(choice.offers)
        for at, take in enumerate(choice.take):
            standing = _standing(state).get(take.id)
            if standing is None:
                continue  # an earlier take used a card that this one needs
            gave = given[at]
            exchange(book, state, standing, gave, events)
            given[at + 1 :] = [shifted(cards, gave) or () for cards in given[at + 1 :]]
            terms = [t._replace(give=shifted(t.give, gave)) if t.give else t for t in terms]
        if choice.end or (state.round > book.negotiation.rounds and not choice.take):
            self._end(state, events)
            return
        state.stack = (*state.stack[:-1], (state.stack[-1][0], state.round + 1))
        if terms:
            self._post(book, state, seat, terms, events)

    def _begin_round(self, state: State, number: int, events: list[Event]) -> None:
        state.round = number
        events.append({"event": "round", "seat": state.active, "round": number})

    def _post(
        self,
        book: "Rulebook",
        state: State,
        seat: int,
        terms: list[Terms],
        events: list[Event],
    ) -> None:
        posted = tuple(
            [
                Offer(state.next_id + at, seat, to, give, want)
                for at, (give, want, to) in enumerate(terms)
            ]
        )
        state.next_id += len(posted)
        state.offers += posted
        events.append({"event": "offered", "seat": seat, "offers": posted})
        book.push(state, "answer")

    def _end(self, state: State, events: list[Event]) -> None:
        leave(state)
        state.set_aside[state.active] += state.turned_over
        state.turned_over = b""
        state.offers, state.accepts, state.round, state.next_id = (), (), 0, 1
        events.append({"event": "trade_ended", "seat": state.active})


def _standing(state: State) -> dict[int, Offer | Accept]:
    """What the active player may take, by id: accepts, and bids without an open side."""
    standing: dict[int, Offer | Accept] = {}
    for offer in state.offers:
        if offer.seat != state.active and offer.give is not OPEN and offer.want is not OPEN:
            standing[offer.id] = offer
    for accept in state.accepts:
        standing[accept.id] = accept
    return standing


def promised(state: State, accept: int) -> tuple[CardAt, ...]:
    """The active player's own cards that the acceptance of this id is for; none if there is none.

    They are as good as named where the active player takes it: nothing else is paid with them.
    """
    offers = {a.offer for a in state.accepts if a.id == accept}
    return tuple([card for o in state.offers if o.id in offers for card in o.give or ()])


def _can_pay(book: "Rulebook", state: State, seat: int, want: bytes | None) -> bool:
    return want is not OPEN and find(book, state, seat, want) is not None


def _given(book: "Rulebook", state: State, choice: Trade) -> list[tuple[CardAt, ...]] | str:
    """The active player's own cards for each take, or why a take is refused.

    Only own cards are looked at: whether two replies of another seat need the same hidden copy
    must not show in a refusal (T5); such a second take is passed over when its turn comes.
    """
    standing = _standing(state)
    active = state.active
    for at, take in enumerate(choice.take):
        if take.id not in standing or at == len(standing):  # the second: one is named twice
            return f"nothing that can be taken has the id {take.id}"
    named = [card for take in choice.take for card in take.give or promised(state, take.id)]
    named += [card for terms in choice.offers for card in terms.give or ()]
    given: list[tuple[CardAt, ...]] = []
    spent: list[CardAt] = []
    for take in choice.take:
        reply = standing.pop(take.id, None)
        if reply is None:
            return f"nothing that can be taken has the id {take.id}"
        if isinstance(reply, Accept):
            if take.give is not None:
                return "an accept is taken as it was offered: leave its give out"
            cards = promised(state, reply.id)
        elif take.give is None:
            assert reply.want is not OPEN
            found = find(book, state, active, reply.want, spent + named)
            if found is None:
                return f"you have not got what {take.id} wants"
            cards = found
        else:
            assert reply.want is not OPEN
            cards = take.give
            why = refuse_pay(book, state, active, reply.want, cards)
            if why is not None:
                return why
        if any(card in spent for card in cards):
            return f"{take.id} needs a card that an earlier take trades away"
        spent += cards
        given.append(cards)
    return given


def addressed(state: State, seat: int) -> tuple[Offer, ...]:
    """The offers just posted that `seat` must answer; a silent seat only those by name (T2)."""
    answered = {accept.offer for accept in state.accepts}
    return tuple(
        [
            offer
            for offer in state.offers
            if offer.seat == state.active != seat
            and offer.id not in answered
            and (offer.to == seat or (offer.to == ALL and not state.silent[seat]))
        ]
    )


class SealedAnswers(Step):
    """Answers given unseen by each other, and shown when all are in (T1)."""

    free = False
    sealed = True

    def ask_seats(self, book: "Rulebook", state: State) -> tuple[int, ...]:
        """The seats that are asked, clockwise from the active player."""
        raise NotImplementedError

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        if len(state.stack[-1]) == 1:
            state.stack = (*state.stack[:-1], (*state.stack[-1], 1))
            state.asked = self.ask_seats(book, state)
            if state.asked:
                return
        self._unseal(book, state, events)
        leave(state)

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        """Decline all, or accept any set of the offers; counter-offers are checked, not listed."""
        payable = [
            offer.id
            for offer in addressed(state, seat)
            if offer.give is not OPEN and _can_pay(book, state, seat, offer.want)
        ]
        return [
            DECLINE,
            *(
                Answer(accept=tuple([Accepting(offer) for offer in offers]))
                for size in range(1, len(payable) + 1)
                for offers in combinations(payable, size)
            ),
        ]

    def check(self, book: "Rulebook", state: State, seat: int, choice: Choice) -> str | None:
        if not isinstance(choice, Answer):
            return f"{choice.do} is not possible in an answer"
        asked = {offer.id: offer for offer in addressed(state, seat)}
        answered: set[int] = set()
        for accepting in choice.accept:
            offer = asked.get(accepting.offer)
            if offer is None:
                return f"no offer {accepting.offer} was put to you"
            if offer.id in answered:
                return f"offer {offer.id} is accepted twice"
            answered.add(offer.id)
            why = self._refuse_accept(book, state, seat, offer, accepting)
            if why is not None:
                return why
        if len(choice.offers) > book.negotiation.replies:
            return f"at most {book.negotiation.replies} offers in an answer"
        for terms in choice.offers:
            why = refuse_terms(book, state, seat, terms)
            if why is not None:
                return why
        own = [offer.id for offer in state.offers if offer.seat == seat]
        own += [accept.id for accept in state.accepts if accept.seat == seat]
        for withdrawn in choice.withdraw:
            if withdrawn not in own:
                return f"you have nothing standing with the id {withdrawn}"
        return None

    def _refuse_accept(
        self, book: "Rulebook", state: State, seat: int, offer: Offer, accepting: Accepting
    ) -> str | None:
        if offer.give is OPEN or offer.want is OPEN:
            return f"offer {offer.id} has an open side: answer it with an offer of your own"
        if accepting.give is not None:
            return refuse_pay(book, state, seat, offer.want, accepting.give)
        if find(book, state, seat, offer.want) is None:
            return f"you have not got what offer {offer.id} wants"
        return None

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        assert isinstance(choice, Answer)
        answers = list(state.answers)
        answers[seat] = choice
        state.answers = tuple(answers)
        state.asked = tuple([other for other in state.asked if other != seat])

    def _unseal(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        for seat in clockwise(book, state)[1:]:
            answer = state.answers[seat]
            if answer is not None:
                self._place(book, state, seat, answer, events)
        state.answers = (None,) * book.players
        drop_unaccepted(state, events)

    def _place(
        self, book: "Rulebook", state: State, seat: int, answer: Answer, events: list[Event]
    ) -> None:
        if answer.withdraw:
            state.offers = tuple([o for o in state.offers if o.id not in answer.withdraw])
            state.accepts = tuple([a for a in state.accepts if a.id not in answer.withdraw])
        offers = {offer.id: offer for offer in state.offers}
        accepts: list[Accept] = []
        spent: list[CardAt] = []
        for accepting in answer.accept:
            give = accepting.give
            if give is None:
                # Another copy for each accept while there are enough, so that all can be taken.
                want = offers[accepting.offer].want or b""
                give = find(book, state, seat, want, spent) or find(book, state, seat, want)
                assert give is not None
            spent += give
            accepts.append(Accept(state.next_id, seat, accepting.offer, give))
            state.next_id += 1
        made: list[Offer] = []
        for terms in answer.offers:
            made.append(Offer(state.next_id, seat, state.active, terms.give, terms.want))
            state.next_id += 1
        state.accepts += tuple(accepts)
        state.offers += tuple(made)
        if answer.silent:
            silent = list(state.silent)
            silent[seat] = True
            state.silent = tuple(silent)
        events.append(
            {
                "event": "answered",
                "seat": seat,
                "accepts": tuple(accepts),
                "offers": tuple(made),
                "withdrawn": answer.withdraw,
                "silent": answer.silent,
            }
        )


class AnswerOffers(SealedAnswers):
    """Everyone addressed by the offers just posted answers once; silent seats only by name."""

    name = ask = "answer"

    def ask_seats(self, book: "Rulebook", state: State) -> tuple[int, ...]:
        return tuple([seat for seat in clockwise(book, state)[1:] if addressed(state, seat)])


class OpeningBids(SealedAnswers):
    """Bids before the first round, of the seats that want to be asked (T1, T4)."""

    name = ask = "bid"

    def ask_seats(self, book: "Rulebook", state: State) -> tuple[int, ...]:
        return tuple([seat for seat in clockwise(book, state)[1:] if BIDS in state.wants[seat]])
