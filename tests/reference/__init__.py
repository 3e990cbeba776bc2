"""Twins: slow, plain Python versions of the games, to check the fast engines against.

A twin is written clause by clause from the rules page of its game (`seeds/<game>/rules.md`), from nothing else, and
shares no trick with an engine: lists, dicts and words, so that it can be read next to the rules and found right or
wrong. Random games played by an engine and its twin side by side must agree on everything a caller can see.

Every game has one module here, named as the game is, with

- `Twin`, the class that `protocol.py` describes;
- `DEFAULT_OPTIONS`, all options of the game with their default values.
"""
