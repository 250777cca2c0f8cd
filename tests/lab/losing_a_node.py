"""`python -m tests.lab.losing_a_node FOLDER`: a run on a Ray cluster of two nodes, one of which is killed on the way.

A program of its own, so that neither Ray's processes nor its warnings touch the tests'.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from weatherdeck.lab.playing.engines import Ray
from weatherdeck.lab.playing.plan import RunPlan, plan
from weatherdeck.lab.playing.run import Run
from weatherdeck.lab.playing.simulation import fill

BATCHES = 24
LOST_AFTER = 4
"""Batches that are there when the second node is killed."""


def planned() -> RunPlan:
    """Enough batches that both nodes have some, each a matter of moments."""
    return replace(plan("tradewinds", "random", games=BATCHES * 100), batch=100)


def main(folder: Path) -> None:
    """Play the run; what was there when the node was killed is printed."""
    import ray
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 1, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    engine = Ray(cluster.address)
    killed: list[int] = []

    def told(done: int, total: int) -> None:
        del total
        if done >= LOST_AFTER * 100 and not killed:
            cluster.remove_node(second, allow_graceful=False)
            killed.append(done)

    fill(Run.begin(folder, planned()), engine, told)
    print(f"killed after {killed[0]} games")
    ray.shutdown()
    cluster.shutdown()  # type: ignore[no-untyped-call]  # Ray's own helper


if __name__ == "__main__":
    main(Path(sys.argv[1]))
