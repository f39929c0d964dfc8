"""A trader that plants at once what grows already.

It is the trader of trader.py with another habit. Compared by playing deals on from the same
position, the trader kept too many second cards of step 1 that it could have planted: it counts on
planting them later, but a card that grows already makes room in the hand for the next.
"""

from judgement import Habits
from trader import TraderBot


class Trader2Bot(TraderBot):
    name = "trader2"
    habits = Habits(eager=1.0)


if __name__ == "__main__":
    Trader2Bot().run()
