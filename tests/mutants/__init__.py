"""Mutation tests of the rules: break a clause on purpose, and see that the tests that claim the clause fail.

A mutant replaces one piece of a game's source text by another and names the clauses that this breaks. The harness
loads the changed text in place of the file, in a process of its own, and runs only the tests that claim the clause
(`@rule("WV-6")`). If they pass, the mutant survives: the clause has no test that fails when it is broken.

    python -m tests.mutants                   all mutants of all games (make mutants; some minutes)
    python -m tests.mutants weathervanes      of one game
    python -m tests.mutants WV-6 WC-19        of some clauses
    python -m tests.mutants --first WV-6      the first mutant of each of these clauses

`tests/test_mutants.py` checks in every test run that the lists fit the rules, and tries one mutant of each game.
"""
