"""Step 2: opening bids, the rounds of the active player, sealed answers (B6, T1, T2)."""

from itertools import combinations

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
from arena.rules.game import Game, Step
from arena.rules.known_cards import Shown
from arena.rules.likely import likely_offers
from arena.rules.offers import drop_unaccepted, exchange, find, refuse_pay, refuse_terms, shifted
from arena.rules.state import BIDS, NO_COUNTER, StandingAccept, StandingOffer, replaced


class Negotiate(Step):
    """The rounds of step 2: the active player takes replies, posts offers, or ends (T1).

    `game.round` is the current round, from 1; beyond the last, standing replies may still be taken.
    Memory: the round that is due.
    """

    name = "trade"
    ask = "trade"
    memory = (1,)

    def resume(self, game: Game) -> None:
        """Begin the round that is due, and ask the active player, or end trading."""
        due = game.memory[0]
        if due != game.round:  # the answers to the last round's offers are in
            game.round = due
            game.tell({"event": "round", "seat": game.active, "round": due})
            if due == 1 and _any_bids(game):
                game.push("bid")  # opening bids come first
                return
        if game.round <= game.book.negotiation.rounds or standing_replies(game):
            game.ask(game.active)
        else:
            self._end(game)

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List ending and taking one standing reply.

        Offers and several takes are legal too, but there are too many to list.
        """
        listed: list[Choice] = [PASS]
        for standing in standing_replies(game).values():
            if isinstance(standing, StandingAccept) or can_pay(game, seat, standing):
                listed.append(Trade(take=(Take(standing.id),)))
        return listed

    def likely_offers(self, game: Game, seat: int, shown: Shown | None) -> list[Choice]:
        """Return trades that post one likely offer, while rounds are left."""
        limits = game.book.negotiation
        if game.round > limits.rounds or not limits.offers:
            return []
        return [Trade(offers=(terms,)) for terms in likely_offers(game, seat, shown)]

    def check(self, game: Game, seat: int, choice: Choice) -> str | None:
        """Refuse takes and offers that break the limits or need the same card twice."""
        if choice == PASS:
            return None
        if not isinstance(choice, Trade):
            return f"{choice.do} is not possible in trading"
        if choice.offers:
            if game.round > game.book.negotiation.rounds:
                return "the last round is over: replies may be taken, no offers made"
            if choice.end:
                return "offers cannot be made in the answer that ends trading"
            if len(choice.offers) > game.book.negotiation.offers:
                return f"at most {game.book.negotiation.offers} offers a round"
        payments = _payments(game, choice)
        if isinstance(payments, str):
            return payments
        spent = [card for cards in payments for card in cards]
        for terms in choice.offers:
            why = refuse_terms(game, seat, terms)
            if why is not None:
                return why
            if terms.give is not OPEN and any(card in spent for card in terms.give):
                return "an offer gives a card that is traded away by a take"
        return None

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Carry out the takes, then post the offers or end trading."""
        if not isinstance(choice, Trade):
            self._end(game)
            return
        payments = _payments(game, choice)
        assert not isinstance(payments, str), payments
        # Takes and offers name places as they were before any card left: shift them at each trade.
        terms = list(choice.offers)
        for at, take in enumerate(choice.take):
            standing = standing_replies(game).get(take.id)
            if standing is None:
                continue  # an earlier take used a card that this one needs
            gave = payments[at]
            exchange(game, standing, gave)
            # `shifted` is never None here: no two of these share a card, see `check`.
            payments[at + 1 :] = [shifted(cards, gave) or () for cards in payments[at + 1 :]]
            terms = [t._replace(give=shifted(t.give, gave)) if t.give else t for t in terms]
        # After the last round there is nothing to do but take: to take nothing is to end.
        if choice.end or (game.round > game.book.negotiation.rounds and not choice.take):
            self._end(game)
            return
        game.remember(game.round + 1)
        if terms:
            self._post(game, seat, terms)

    def _post(self, game: Game, seat: int, terms: list[Terms]) -> None:
        posted = tuple(
            [
                StandingOffer(game.next_id + at, seat, to, give, want)
                for at, (give, want, to) in enumerate(terms)
            ]
        )
        game.next_id += len(posted)
        game.offers += posted
        game.tell({"event": "offered", "seat": seat, "offers": posted})
        game.push("answer")

    def _end(self, game: Game) -> None:
        game.leave()
        game.set_aside[game.active] += game.turned_over
        game.turned_over = b""
        game.offers, game.accepts, game.round, game.next_id = (), (), 0, 1
        game.tell({"event": "trade_ended", "seat": game.active})


def _any_bids(game: Game) -> bool:
    for wants in game.wants:  # noqa: SIM110 (`any` takes twice as long)
        if BIDS in wants:
            return True
    return False


def standing_replies(game: Game) -> dict[int, StandingOffer | StandingAccept]:
    """Return the replies that the active player may take, by id.

    They are the accepts, and the offers of other seats that have no open side.
    """
    standing: dict[int, StandingOffer | StandingAccept] = {}
    for offer in game.offers:
        if offer.seat != game.active and offer.give is not OPEN and offer.want is not OPEN:
            standing[offer.id] = offer
    for accept in game.accepts:
        standing[accept.id] = accept
    return standing


def promised(game: Game, accept: int) -> tuple[CardAt, ...]:
    """Return the active player's cards that an accept is for; none if there is no such accept.

    Taking it names them, so no other take of the same answer may be paid with them.
    """
    offers = {a.offer for a in game.accepts if a.id == accept}
    return tuple([card for o in game.offers if o.id in offers for card in o.give or ()])


def can_pay(game: Game, seat: int, offer: StandingOffer) -> bool:
    """Return True if `seat` may accept or take the offer: it has no open side, and can be paid."""
    if offer.give is OPEN or offer.want is OPEN:
        return False
    return find(game, seat, offer.want) is not None


def _payments(game: Game, choice: Trade) -> list[tuple[CardAt, ...]] | str:
    """Return the active player's cards for each take, or why a take is refused.

    Nothing else is checked: a refusal must not show whether two replies of another seat need the
    same hidden copy (T5). Such a second take is skipped when its turn comes.
    """
    standing = standing_replies(game)
    active = game.active
    for at, take in enumerate(choice.take):
        # More takes than replies: one of them is named twice. Refused here, since a long list would
        # keep the code below busy.
        if take.id not in standing or at == len(standing):
            return f"nothing that can be taken has the id {take.id}"
    # Cards named for one thing are not picked for another.
    named = [card for take in choice.take for card in take.give or promised(game, take.id)]
    named += [card for terms in choice.offers for card in terms.give or ()]
    payments: list[tuple[CardAt, ...]] = []
    spent: list[CardAt] = []
    for take in choice.take:
        reply = standing.pop(take.id, None)
        if reply is None:
            return f"nothing that can be taken has the id {take.id}"
        if isinstance(reply, StandingAccept):
            if take.give is not None:
                return "an accept is taken as it was offered: leave out its give"
            cards = promised(game, reply.id)
        elif take.give is None:
            assert reply.want is not OPEN
            picked = find(game, active, reply.want, spent + named)
            if picked is None:
                return f"you do not have what offer {take.id} wants"
            cards = picked
        else:
            assert reply.want is not OPEN
            cards = take.give
            why = refuse_pay(game, active, reply.want, cards)
            if why is not None:
                return why
        if any(card in spent for card in cards):
            return f"{take.id} needs a card that an earlier take trades away"
        spent += cards
        payments.append(cards)
    return payments


def addressed(game: Game, seat: int) -> tuple[StandingOffer, ...]:
    """Return the offers just posted that `seat` must answer; if silent, only those by name (T2)."""
    answered = {accept.offer for accept in game.accepts}
    return tuple(
        [
            offer
            for offer in game.offers
            if offer.seat == game.active != seat
            and offer.id not in answered
            and (offer.to == seat or (offer.to == ALL and not game.silent[seat]))
        ]
    )


class SealedAnswers(Step):
    """Answers given unseen by each other, and shown when all are in (T1).

    Memory: 1 once the seats have been asked.
    """

    memory = (0,)
    free = False
    sealed = True

    def ask_seats(self, game: Game) -> tuple[int, ...]:
        """Return the seats to ask, clockwise from the active player; it may answer for others."""
        raise NotImplementedError

    def resume(self, game: Game) -> None:
        """Ask the seats; once all have answered, unseal the answers and leave."""
        if not game.memory[0]:
            game.remember(1)
            game.ask(*self.ask_seats(game))
            if game.asked:
                return
        self._unseal(game)
        game.leave()

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List declining all, and accepting any set of the offers.

        Counter-offers are legal too, but there are too many to list.
        """
        # Three offers a round make eight sets at most.
        payable = [offer.id for offer in addressed(game, seat) if can_pay(game, seat, offer)]
        return [
            DECLINE,
            *(
                Answer(accept=tuple([Accepting(offer) for offer in offers]))
                for size in range(1, len(payable) + 1)
                for offers in combinations(payable, size)
            ),
        ]

    def likely_offers(self, game: Game, seat: int, shown: Shown | None) -> list[Choice]:
        """Return answers that make one likely counter-offer, if any are allowed."""
        if not game.book.negotiation.replies:
            return []
        return [Answer(offers=(terms,)) for terms in likely_offers(game, seat, shown)]

    def check(self, game: Game, seat: int, choice: Choice) -> str | None:
        """Refuse accepts, counter-offers and withdrawals that are not possible."""
        if not isinstance(choice, Answer):
            return f"{choice.do} is not possible in an answer"
        asked = {offer.id: offer for offer in addressed(game, seat)}
        answered: set[int] = set()
        for accepting in choice.accept:
            offer = asked.get(accepting.offer)
            if offer is None:
                return f"no offer {accepting.offer} was put to you"
            if offer.id in answered:
                return f"offer {offer.id} is accepted twice"
            answered.add(offer.id)
            why = self._refuse_accept(game, seat, offer, accepting)
            if why is not None:
                return why
        if len(choice.offers) > game.book.negotiation.replies:
            return f"at most {game.book.negotiation.replies} offers in an answer"
        for terms in choice.offers:
            why = refuse_terms(game, seat, terms)
            if why is not None:
                return why
        own = [offer.id for offer in game.offers if offer.seat == seat]
        own += [accept.id for accept in game.accepts if accept.seat == seat]
        for withdrawn in choice.withdraw:
            if withdrawn not in own:
                return f"you have nothing standing with the id {withdrawn}"
        return None

    def _refuse_accept(
        self, game: Game, seat: int, offer: StandingOffer, accepting: Accepting
    ) -> str | None:
        if offer.give is OPEN or offer.want is OPEN:
            return f"offer {offer.id} has an open side: answer it with an offer of your own"
        if accepting.give is not None:
            return refuse_pay(game, seat, offer.want, accepting.give)
        if find(game, seat, offer.want) is None:
            return f"you do not have what offer {offer.id} wants"
        return None

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Keep the answer sealed, and no longer ask the seat."""
        assert isinstance(choice, Answer)
        game.answers = replaced(game.answers, seat, choice)
        game.asked = tuple([other for other in game.asked if other != seat])

    def forget(self, game: Game, seat: int) -> None:
        """Forget the answers of the others, and ask them again: `seat` has not seen them."""
        own, asked = game.answers[seat], seat in game.asked
        game.answers = (None,) * game.book.players
        seats = self.ask_seats(game)  # which may also decline for some
        game.asked = tuple(
            [other for other in game.clockwise() if (asked if other == seat else other in seats)]
        )
        game.answers = replaced(game.answers, seat, own)

    def _unseal(self, game: Game) -> None:
        for seat in game.clockwise()[1:]:
            answer = game.answers[seat]
            if answer is not None:
                self._place(game, seat, answer)
        game.answers = (None,) * game.book.players
        # Only now: an offer must stand until everyone addressed has answered.
        drop_unaccepted(game)

    def _place(self, game: Game, seat: int, answer: Answer) -> None:
        if answer.withdraw:
            game.offers = tuple([o for o in game.offers if o.id not in answer.withdraw])
            game.accepts = tuple([a for a in game.accepts if a.id not in answer.withdraw])
        offers = {offer.id: offer for offer in game.offers}
        accepts: list[StandingAccept] = []
        spent: list[CardAt] = []
        for accepting in answer.accept:
            give = accepting.give
            if give is None:
                # Give each accept another copy while there are enough, so that all can be taken.
                want = offers[accepting.offer].want or b""
                give = find(game, seat, want, spent) or find(game, seat, want)
                assert give is not None
            spent += give
            accepts.append(StandingAccept(game.next_id, seat, accepting.offer, give))
            game.next_id += 1
        made: list[StandingOffer] = []
        for terms in answer.offers:
            made.append(StandingOffer(game.next_id, seat, game.active, terms.give, terms.want))
            game.next_id += 1
        game.accepts += tuple(accepts)
        game.offers += tuple(made)
        if answer.silent:
            game.silent = replaced(game.silent, seat, True)
        game.tell(
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
    """One answer from everyone addressed by the offers just posted; silent seats only by name.

    Seats that never counter and cannot accept anything decline without being asked. Everyone is
    told of that as of any answer, and at the same time, so no message shows whether a seat was
    asked (T5). Only the clock might; see decision 2 (docs/decisions/02-compiled-build.md).
    """

    name = "answer"
    ask = "answer"

    def ask_seats(self, game: Game) -> tuple[int, ...]:
        """Decline for the seats that could do nothing else; return the others addressed."""
        asked = tuple([seat for seat in game.clockwise()[1:] if addressed(game, seat)])
        unasked = [
            seat
            for seat in asked
            if NO_COUNTER in game.wants[seat] and self.choices(game, seat) == [DECLINE]
        ]
        if not unasked:
            return asked
        game.answers = tuple(
            [DECLINE if seat in unasked else answer for seat, answer in enumerate(game.answers)]
        )
        return tuple([seat for seat in asked if seat not in unasked])


class OpeningBids(SealedAnswers):
    """Bids before the first round, from the seats that want to be asked (T1, T4)."""

    name = "bid"
    ask = "bid"

    def ask_seats(self, game: Game) -> tuple[int, ...]:
        """Return the seats that wish for opening bids."""
        return tuple([seat for seat in game.clockwise()[1:] if BIDS in game.wants[seat]])

    def forget(self, game: Game, seat: int) -> None:
        """Forget who else wants to bid, which is a secret: if others are asked, all are."""
        if seat not in game.asked:
            game.wants = tuple(
                [
                    wants if other == seat else frozenset((BIDS,))
                    for other, wants in enumerate(game.wants)
                ]
            )
        super().forget(game, seat)
