"""The game as an environment to learn in, by the conventions of PettingZoo and Gymnasium.

    from arena.env import bohnanza_v0

    env = bohnanza_v0.env(variant="anniversary", players=4)  # all seats, one after the other

    import gymnasium
    import arena.env

    env = gymnasium.make("Bohnanza-v0", variant="anniversary", players=4, opponents=["greedy"])

Both need the extra `env`. The modules below them (`actions`, `table`, `rows`) do not: with
`arena.rules`, they are all that a trained bot must carry along.
"""

from importlib.util import find_spec

if find_spec("gymnasium") is not None:
    from gymnasium.envs.registration import register, registry

    if "Bohnanza-v0" not in registry:
        register(id="Bohnanza-v0", entry_point="arena.env.opponents:BohnanzaEnv")
