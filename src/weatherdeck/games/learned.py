"""What a network says about a position: `advise` likes moves, and `foretell` expects a result.

Everything is whole numbers, so that all twins answer alike, and sums are narrow, so that the processor adds many at a
time. A network has two layers:

- a feature that is 0 adds nothing; one that is 1 adds its row of `NET_FIRST` to the first layer; any other is rounded
  to 64ths and adds that share of its row;
- a unit passes on 0 to `MOST`, and one that passes on 0 costs nothing;
- the last layer says how much the network likes each legal action, and what the seat may expect.

`docs/decisions/0071-networks-in-the-rules-language.md` has the reasons and the speed.
"""

from __future__ import annotations

import math

from ..kernel import Floats, Int16s, Ints, rule, scratch_features, scratch_int16s, scratch_int32s
from .verbs import (
    NET_FIRST,
    NET_FIRST_BIAS,
    NET_INPUTS,
    NET_LAST,
    NET_LIKES,
    NET_LIKES_BIAS,
    NET_SECOND,
    NET_SECOND_BIAS,
    NET_TRUST,
    NET_UNITS,
    NET_WORTH,
    NET_WORTH_BIAS,
    State,
    observe,
    prefer,
)

FRACTIONS = 64.0  # a feature is rounded to 64ths
SHIFT = 6  # and so are the sums of the last layer
MOST = 127  # what a unit passes on at most
SCALE = 1024.0  # of the answers
TRUSTED = 256.0  # of NET_TRUST
WORST = -20.0  # no move is liked less by `prefer`, compared to the best one


@rule
def think(s: State, seat: int, out: Int16s) -> None:
    """Write what the units of the last layer pass on when the network sees what a seat sees."""
    seen = scratch_features(NET_INPUTS)
    observe(s, seat, seen)
    sums = scratch_int16s(NET_UNITS)
    for j in range(NET_UNITS):
        sums[j] = NET_FIRST_BIAS[j]
    for f in range(NET_INPUTS):
        x = float(seen[f])
        if x == 1.0:
            row = NET_FIRST[f]
            for j in range(NET_UNITS):
                sums[j] = sums[j] + row[j]
        elif x != 0.0:
            row = NET_FIRST[f]
            level = int(math.floor(x * FRACTIONS + 0.5))  # noqa: RUF046  # on a device, floor gives a float
            for j in range(NET_UNITS):
                sums[j] = sums[j] + (level * row[j] >> SHIFT)
    deep = scratch_int32s(NET_LAST)
    for k in range(NET_LAST):
        deep[k] = NET_SECOND_BIAS[k]
    for j in range(NET_UNITS):
        passed = min(max(sums[j], 0), MOST)
        if passed > 0:
            weights = NET_SECOND[j]
            for k in range(NET_LAST):
                deep[k] = deep[k] + passed * weights[k]
    for k in range(NET_LAST):
        out[k] = min(max(deep[k] >> SHIFT, 0), MOST)


@rule
def advise(s: State, actions: Ints, n: int, out: Floats) -> None:
    """Write how much the network likes each of the n legal actions of the seat to move, on top of `prefer`."""
    trust = NET_TRUST[0]
    if trust == 0:
        for i in range(n):
            out[i] = 0.0
    else:
        prefer(s, actions, n, out)
    most = out[0]
    for i in range(1, n):
        most = max(most, out[i])
    last = scratch_int16s(NET_LAST)
    think(s, s.to_move, last)
    for i in range(n):
        row = NET_LIKES[actions[i]]
        liked = NET_LIKES_BIAS[actions[i]]
        for k in range(NET_LAST):
            liked += last[k] * row[k]
        out[i] = trust / TRUSTED * max(WORST, out[i] - most) + liked / SCALE


@rule
def foretell(s: State, seat: int) -> float:
    """The `value` that the network expects for a seat."""
    last = scratch_int16s(NET_LAST)
    think(s, seat, last)
    worth: int = NET_WORTH_BIAS[0]
    for k in range(NET_LAST):
        worth += last[k] * NET_WORTH[k]
    return worth / SCALE
