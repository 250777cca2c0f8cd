"""`python -m tests.mutants [GAME|CLAUSE ...]`: which mutants do the tests let live?"""

from __future__ import annotations

import sys

from .harness import outcome
from .mutant import folders, mutants_of


def main(wanted: list[str]) -> int:
    tried, wrong = 0, 0
    for game, folder in folders().items():
        for mutant in mutants_of(folder):
            for clause in mutant.clauses.split():
                if wanted and not {game, clause} & set(wanted):
                    continue
                found, said = outcome(clause, folder / mutant.file, mutant.source(folder))
                tried += 1
                if found != "killed":
                    wrong += 1
                    print(f"{found}: {clause}, {mutant.what}", flush=True)
                    if found == "broken":
                        print(said)
    print(f"{tried} mutants, of which {tried - wrong} were killed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
