"""The protocol's messages as types of the languages that have a starter kit.

`python -m bots.bindings` writes them from `protocol/schema.json`, a file beside each SDK, so that a
new message or choice reaches every language at once.
"""
