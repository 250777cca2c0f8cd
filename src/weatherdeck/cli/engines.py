"""Where the lab plays: the same options for all its commands."""

from __future__ import annotations

import argparse

from ..errors import Problem
from ..lab import Engine, Gpu, Processes, Ray
from .arguments import Arguments, count


def add_engine(command: Arguments) -> None:
    """The options."""
    command.add_argument("--processes", type=count, metavar="K", help="batches in parallel (default: one per core)")
    command.add_argument(
        "--engine",
        choices=("local", "gpu", "ray"),
        default="local",
        help="this machine's cores (default), its GPU (bots that are ours), or a Ray cluster",
    )
    command.add_argument("--address", metavar="ADDRESS", help="the Ray cluster (default: start one on this machine)")


def engine_of(options: argparse.Namespace) -> Engine:
    """What the options say."""
    if options.engine == "ray":
        if options.processes is not None:
            raise Problem("--processes is for --engine local: a Ray cluster uses all its cores")
        return Ray(options.address)
    if options.address is not None:
        raise Problem("--address is the address of a Ray cluster: use it with --engine ray")
    if options.engine == "gpu":
        if options.processes is not None:
            raise Problem("--processes is for --engine local: the GPU plays all batches")
        return Gpu()
    return Processes(options.processes)
