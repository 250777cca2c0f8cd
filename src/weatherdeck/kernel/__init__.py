"""The small language that rules are written in, and the compiler that makes them fast.

Rules are plain functions over a flat `Record`; see any game's `rules.py`. They use ints, bools, `Ints`, tables and
the words below, and nothing else: no strings, lists, dictionaries or recursion. So the same text runs interpreted and
compiled.
"""

from .cards import binomials, count, lowest
from .compiler import (
    Progress,
    Room,
    Twin,
    cache_folder,
    can_compile,
    code_key,
    compiled,
    fastest,
    forget,
    interpreted,
    is_cached,
    say_limits,
    why_slow,
)
from .language import Told, copy_into, listening, note, rule
from .random import RNG_WORDS, new_rng, rng_below, rng_next, rng_seed, rng_stream, rng_wide, some_of
from .records import (
    FeatureRows,
    Features,
    FlagRows,
    Flags,
    FloatRows,
    Floats,
    Grid,
    IntRows,
    Ints,
    Record,
    Weights,
    deck_table,
    field,
    table,
)
from .scratch import Int16s, Int32s, scratch_features, scratch_int16s, scratch_int32s

__all__ = [
    "RNG_WORDS",
    "FeatureRows",
    "Features",
    "FlagRows",
    "Flags",
    "FloatRows",
    "Floats",
    "Grid",
    "Int16s",
    "Int32s",
    "IntRows",
    "Ints",
    "Progress",
    "Record",
    "Room",
    "Told",
    "Twin",
    "Weights",
    "binomials",
    "cache_folder",
    "can_compile",
    "code_key",
    "compiled",
    "copy_into",
    "count",
    "deck_table",
    "fastest",
    "field",
    "forget",
    "interpreted",
    "is_cached",
    "listening",
    "lowest",
    "new_rng",
    "note",
    "rng_below",
    "rng_next",
    "rng_seed",
    "rng_stream",
    "rng_wide",
    "rule",
    "say_limits",
    "scratch_features",
    "scratch_int16s",
    "scratch_int32s",
    "some_of",
    "table",
    "why_slow",
]
