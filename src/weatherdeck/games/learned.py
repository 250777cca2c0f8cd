"""What a network says about a position: `advise` likes moves, and `foretell` expects a result.

Everything is whole numbers, so that all twins answer alike, and sums are narrow, so that the processor adds many at a
time. A network has two layers:

- a feature that is 0 adds nothing; one that is 1 adds its row of `NET_FIRST` to the first layer; any other is rounded
  to 64ths and adds that share of its row;
- a unit passes on 0 to `MOST`, and one that passes on 0 costs nothing; what the last layer adds up is shifted first;
- the last layer says how much the network likes each legal action, and what the seat may expect.

`docs/decisions/0071-networks-in-the-rules-language.md` has the reasons and the speed.
"""

from __future__ import annotations

import math

from ..kernel import Floats, Int16s, Int32s, Ints, rule, scratch_features, scratch_int16s, scratch_int32s
from .verbs import (
    NET_FIRST,
    NET_FIRST_BIAS,
    NET_INPUTS,
    NET_LAST,
    NET_LIKES,
    NET_LIKES_BIAS,
    NET_SCALES,
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
SHIFT = 6  # so many bits of them,
HALF = 32  # and half of one
MOST = 4095  # what a unit passes on at most
TRUSTED = 256.0  # of NET_TRUST
WORST = -20.0  # no move is liked less by `prefer`, compared to the best one


@rule
def think(s: State, seat: int, out: Int16s) -> None:
    """Write what the units of the last layer pass on when the network sees what a seat sees."""
    sums = scratch_int16s(NET_UNITS)
    see(s, seat, sums)
    deep = scratch_int32s(NET_LAST)
    conclude(sums, deep)
    shift = NET_SCALES[0]
    for k in range(NET_LAST):
        out[k] = min(max(deep[k] >> shift, 0), MOST)


@rule
def see(s: State, seat: int, sums: Int16s) -> None:
    """Write what the units of the first layer add up: whole features first, then those that are fractions."""
    seen = scratch_features(NET_INPUTS)
    observe(s, seat, seen)
    found = scratch_int16s(NET_INPUTS)
    n = 0
    for f in range(NET_INPUTS):  # written always and counted sometimes: a branch could not be predicted
        found[n] = f
        n += seen[f] != 0.0
    parts = scratch_int16s(NET_INPUTS)
    levels = scratch_int16s(NET_INPUTS)
    whole = 0
    fractions = 0
    for i in range(n):
        f = found[i]
        x = float(seen[f])
        if x == 1.0:
            found[whole] = f
            whole += 1
        else:
            parts[fractions] = f
            levels[fractions] = int(math.floor(x * FRACTIONS + 0.5))  # noqa: RUF046  # on a device, floor gives a float
            fractions += 1
    for j in range(NET_UNITS):
        sums[j] = NET_FIRST_BIAS[j]
    i = 0
    while i + 3 < whole:  # four rows at a time: the sums are read and written less often
        a = NET_FIRST[found[i]]
        b = NET_FIRST[found[i + 1]]
        c = NET_FIRST[found[i + 2]]
        d = NET_FIRST[found[i + 3]]
        for j in range(NET_UNITS):
            sums[j] = sums[j] + (a[j] + b[j] + c[j] + d[j])
        i += 4
    while i < whole:
        a = NET_FIRST[found[i]]
        for j in range(NET_UNITS):
            sums[j] = sums[j] + a[j]
        i += 1
    for i in range(fractions):
        a = NET_FIRST[parts[i]]
        level = levels[i]
        for j in range(NET_UNITS):
            sums[j] = sums[j] + (level * a[j] + HALF >> SHIFT)


@rule
def conclude(sums: Int16s, deep: Int32s) -> None:
    """Write what the units of the last layer add up, of units of the first layer that pass on more than 0."""
    active = scratch_int16s(NET_UNITS)
    n = 0
    for j in range(NET_UNITS):
        active[n] = j
        n += sums[j] > 0
    for k in range(NET_LAST):
        deep[k] = NET_SECOND_BIAS[k]
    i = 0
    while i + 3 < n:
        a = NET_SECOND[active[i]]
        b = NET_SECOND[active[i + 1]]
        c = NET_SECOND[active[i + 2]]
        d = NET_SECOND[active[i + 3]]
        of_a = min(sums[active[i]], MOST)
        of_b = min(sums[active[i + 1]], MOST)
        of_c = min(sums[active[i + 2]], MOST)
        of_d = min(sums[active[i + 3]], MOST)
        for k in range(NET_LAST):
            deep[k] = deep[k] + (of_a * a[k] + of_b * b[k] + of_c * c[k] + of_d * d[k])
        i += 4
    while i < n:
        a = NET_SECOND[active[i]]
        of_a = min(sums[active[i]], MOST)
        for k in range(NET_LAST):
            deep[k] = deep[k] + of_a * a[k]
        i += 1


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
    per_like = float(NET_SCALES[1])
    for i in range(n):
        row = NET_LIKES[actions[i]]
        liked = NET_LIKES_BIAS[actions[i]]
        for k in range(NET_LAST):
            liked += last[k] * row[k]
        out[i] = trust / TRUSTED * max(WORST, out[i] - most) + liked / per_like


@rule
def foretell(s: State, seat: int) -> float:
    """The `value` that the network expects for a seat."""
    last = scratch_int16s(NET_LAST)
    think(s, seat, last)
    worth: int = NET_WORTH_BIAS[0]
    for k in range(NET_LAST):
        worth += last[k] * NET_WORTH[k]
    return worth / float(NET_SCALES[2])
