"""Fast, rules-exact engines for modern board games.

```python
import meeple

game = meeple.load("african_park", seats=3)
rng = meeple.Rng(7)
state = game.start().settle(rng)
while not state.is_terminal:
    state = state.apply(rng.choice(state.legal_actions())).settle(rng)
print(state.scores, state.ranking, state.returns)
```
"""

from meeple._core import Env, Game, Record, Rng, State, __version__, games
from meeple.agents import Agent, PolicyAgent, RandomAgent
from meeple.counting import Playouts, divide, perft, playouts
from meeple.errors import (
    ComponentsError,
    IllegalActionError,
    MeepleError,
    OptionError,
    PositionError,
    RecordError,
)
from meeple.loading import load
from meeple.playing import play
from meeple.spec import Kind, Move, Node, ObservationSpec, Perft, Slice

__all__ = [
    "Agent",
    "ComponentsError",
    "Env",
    "Game",
    "IllegalActionError",
    "Kind",
    "MeepleError",
    "Move",
    "Node",
    "ObservationSpec",
    "OptionError",
    "Perft",
    "Playouts",
    "PolicyAgent",
    "PositionError",
    "RandomAgent",
    "Record",
    "RecordError",
    "Rng",
    "Slice",
    "State",
    "__version__",
    "divide",
    "games",
    "load",
    "perft",
    "play",
    "playouts",
]
