"""weatherdeck beside other projects: one run, one core, in turns.

Ours and theirs are worker processes, each with its own environment, bound to the same core. The driver asks one worker
at a time for a short stretch of work and goes around all cases many times, so that whatever else the machine does slows
everybody alike. Workers count processor time.

`cases.py` says what is compared, `ours.py` and `theirs.py` do it, `turns.py` goes around, and `set_up.py` installs the
other projects into an environment of their own under `build/`.
"""
