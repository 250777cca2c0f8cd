"""`python -m tests.mutants [--first] [GAME|CLAUSE ...]`: which mutants do the tests let live?"""

from __future__ import annotations

import sys

from .harness import outcome
from .mutant import folders, mutants_of


def main(wanted: list[str]) -> int:
    only_first = "--first" in wanted
    chosen = set(wanted) - {"--first"}
    tried, mutants, wrong = set[str](), 0, 0
    for game, folder in folders().items():
        for mutant in mutants_of(folder):
            for clause in mutant.clauses.split():
                if (chosen and not {game, clause} & chosen) or (only_first and clause in tried):
                    continue
                found, said = outcome(clause, folder / mutant.file, mutant.source(folder))
                tried.add(clause)
                mutants += 1
                if found != "killed":
                    wrong += 1
                    print(f"{found}: {clause}, {mutant.what}", flush=True)
                    if found == "broken":
                        print(said)
    print(f"{mutants} mutants, of which {mutants - wrong} were killed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
