"""The time that one seat has left in one game."""

from arena.referee.clock import TimeControl


class Bank:
    """A seat's time. All amounts are in milliseconds.

    Each question comes with an increment, the first one too: 0+1 is a second for each.
    An answer that is noticed too late leaves a debt, which the increments pay first: so a seat
    never holds up the others by more than its bank, its increments and its last answer's delay.
    """

    def __init__(self, control: TimeControl) -> None:
        self._balance_ms = float(control.bank_ms + control.increment_ms)
        self._increment_ms = control.increment_ms
        self._limit_ms = control.limit_ms

    @property
    def left_ms(self) -> float:
        """Its contents now, in milliseconds."""
        return max(0.0, self._balance_ms)

    @property
    def allowed_ms(self) -> float:
        """The most that the next decision may take."""
        return min(self.left_ms, self._limit_ms)

    def charge(self, ms: float) -> None:
        """Take off what a decision cost, then add the increment for the next."""
        self._balance_ms += self._increment_ms - ms
