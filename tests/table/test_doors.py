"""What a server does at its door: limits, timeouts, and what it says to those it turns away."""

from __future__ import annotations

import asyncio
import time

from weatherdeck.table.web.lag import LoopLag


async def test_the_lag_of_the_event_loop_is_seen_whatever_holds_it_up() -> None:
    lag = LoopLag()
    task = asyncio.create_task(lag.measure())
    await asyncio.sleep(0.2)
    time.sleep(0.5)  # nobody else gets a turn
    await asyncio.sleep(0.1)
    task.cancel()
    assert lag.worst >= 0.4
    assert lag.percentile(1.0) == lag.worst
    assert 0 < lag.average < lag.worst
