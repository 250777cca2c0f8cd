"""What only each extra can do, done once: for `make newcomer`, in an environment with nothing but that extra."""

from __future__ import annotations

import secrets
import subprocess
from collections.abc import Callable, Sequence

from tests.table.postgres import cluster, create_database

from scripts.programs import POSTGRESQL
from scripts.trial import LIMIT, Failed, Installed
from weatherdeck.games import registry

GAME = registry.names()[0]


def lab(installed: Installed, _python: Sequence[str], *more: str, out: str = "lab") -> str:
    """A small study, with its report."""
    words = ("lab", GAME, "--play", "random:200", "--out", f"{out}-{secrets.token_hex(4)}", *more)
    installed.run(*words, expected="Report: ")
    return "a study of 200 games, with its report"


def ray(installed: Installed, python: Sequence[str]) -> str:
    """The same on a cluster of this machine."""
    return lab(installed, python, "--engine", "ray", out="ray") + ", played by Ray"


def postgres(installed: Installed, _python: Sequence[str]) -> str:
    """A server on a real PostgreSQL, where there is one; else the driver is asked for one that is not there."""
    if POSTGRESQL.find() is None:
        installed.refuse(
            "serve", "--no-open", "--store", "postgresql://127.0.0.1:9/none", expected="cannot open the store"
        )
        return "the driver answers (no PostgreSQL is here)"
    with cluster() as server:
        installed.serve(GAME, "--store", create_database(server, "newcomer"))
    return "a table on PostgreSQL"


def env(installed: Installed, python: Sequence[str]) -> str:
    """A whole game through PettingZoo, with a picture at the end."""
    code = f"""
import weatherdeck.env.gymnasium
from weatherdeck.env import pettingzoo
env = pettingzoo.env({GAME!r}, render_mode="rgb_array")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, over, cut, info = env.last()
    env.step(None if over or cut else env.action_space(agent).sample(observation["action_mask"]))
print("pixels", env.render().shape)
"""
    return _python(installed, python, code, "pixels", "a game in PettingZoo, drawn as pixels")


def gpu(installed: Installed, python: Sequence[str]) -> str:
    """The rules compiled for a GPU, which need not be here."""
    code = f"""
from weatherdeck.games import lockstep, playout, registry
from weatherdeck.kernel import cuda
game = registry.load({GAME!r})
ptx = cuda.planned(lockstep, game.module).ptx("move", lockstep.Worlds)
print("kernel", ".entry" in ptx, cuda.why_not() or "and there is a device")
"""
    return _python(installed, python, code, "kernel True", "the rules compiled as a CUDA kernel")


def learn(installed: Installed, python: Sequence[str]) -> str:
    """A few steps of learning."""
    code = f"""
from sb3_contrib import MaskablePPO
from weatherdeck.env.sb3 import TableVecEnv
model = MaskablePPO("MlpPolicy", TableVecEnv({GAME!r}, 4), n_steps=16, batch_size=16)
model.learn(64)
print("learned", model.num_timesteps)
"""
    return _python(installed, python, code, "learned 64", "64 steps of MaskablePPO")


def everything(installed: Installed, python: Sequence[str]) -> str:
    """All of the above."""
    return "; ".join(trial(installed, python) for name, trial in TRIALS.items() if name != "all")


def _python(installed: Installed, python: Sequence[str], code: str, expected: str, said: str) -> str:
    program = [*installed.command[:-1], *python, "-c", code]
    done = subprocess.run(
        program,
        cwd=installed.folder,
        env=installed.environment,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    if expected not in done.stdout:
        raise Failed(f"expected {expected!r}, and Python said:\n{(done.stdout + done.stderr)[-2000:]}")
    return said


TRIALS: dict[str, Callable[[Installed, Sequence[str]], str]] = {
    "lab": lab,
    "postgres": postgres,
    "ray": ray,
    "env": env,
    "gpu": gpu,
    "learn": learn,
    "all": everything,
}
