"""Hand-written C of inner loops, as the limit of what compiled rules can reach.

Each `<game>.c` plays whole random games with the bytes and the seeds of the game's rules. `build.py` compiles it,
`check.py` compares it with the rules, and `python -m benchmarks.limit` measures both in turns.
"""
