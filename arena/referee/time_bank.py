"""The bank: the thinking time that a seat has left in a game."""

from arena.referee.clock import TimeControl


class Bank:
    """A seat's time, in milliseconds.

    Each question adds an increment, including the first: 0+1 gives a second for each.
    An answer noticed too late leaves a debt, which increments pay off first. So a seat never holds
    up the others by more than its bank, its increments and its last answer's delay.
    """

    def __init__(self, control: TimeControl) -> None:
        self._balance_ms = float(control.bank_ms + control.increment_ms)
        self._increment_ms = control.increment_ms
        self._limit_ms = control.limit_ms

    @property
    def left_ms(self) -> float:
        """The time left, never below 0."""
        return max(0.0, self._balance_ms)

    @property
    def allowed_ms(self) -> float:
        """The most that the next decision may take."""
        return min(self.left_ms, self._limit_ms)

    def charge(self, ms: float) -> None:
        """Subtract the time of a decision, and add the increment for the next."""
        self._balance_ms += self._increment_ms - ms
