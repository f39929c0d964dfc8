"""High Bohn and Cognac: buildings bought with coins of their bean, most with a power.

A new building has its price in `TYPES` of `buildings.py`; a rule for its power, named after the
building, in `powers.py`, or if it asks something in a file listed in `game.py`; a test that cites
its id, such as `HB-tipi-4`; and its worth to the trader, in
`bots/python/skills/high_bohn/building_values.py`.
"""
