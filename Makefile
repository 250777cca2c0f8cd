# Every target sets up what it needs, from nothing, in a local virtual environment (.venv). 'make' lists them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYABLE := $(VENV)/ready-to-play
READY := $(VENV)/ready

# Byte code is kept, whatever the shell says: otherwise each of the many processes of the tests compiles all modules again.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help play web docs test affected proof steady check bench strength soak lab mutants power golden schema screenshots load release newcomer lock clean

help:  ## show what there is
	@echo "make play    opens the tables in your browser; make test runs all checks and tests. All there is:"
	@echo
	@awk -F ':.*  ## ' '/^[a-z-]+:.*  ## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: web  ## play in the browser (in the terminal: .venv/bin/weatherdeck play)
	$(BIN)/weatherdeck serve

web: $(PLAYABLE)  ## build the browser client, if it is out of date
	@$(BIN)/python hatch_build.py

test: $(READY)  ## run all checks and tests, with a sample of each sweep (of one folder: make test ONLY=tests/lab)
	@$(BIN)/python -m scripts.prove $(ONLY)

affected: $(READY)  ## run the tests that your changes can break (since main; of others: make affected SINCE=COMMIT)
	@$(BIN)/python -m scripts.prove $$($(BIN)/python -m scripts.affected --since $(or $(SINCE),main))

proof: $(READY)  ## run all checks and tests, with every case of every sweep (about 45 minutes)
	@$(BIN)/python -m scripts.prove --full $(ONLY)

steady: $(READY)  ## run the tests of servers and browsers 30 times on a busy machine; run it again to resume (hours)
	@$(BIN)/python -m scripts.steady $(ONLY)

check: $(READY)  ## lint, format and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: $(READY)  ## measure speeds, beside other projects and C, and write docs/speed.md (about 15 minutes)
	$(BIN)/python -m benchmarks

docs: $(READY)  ## build the docs site into the package: 'weatherdeck serve' shows it under /docs
	$(BIN)/python -m scripts.docs

strength: $(READY)  ## measure how strong the bots are and write docs/strength.md (takes hours)
	$(BIN)/python -m benchmarks.strength

soak: $(READY)  ## play and audit a million random games of each game, and disturb tables in a terminal for an hour
	$(BIN)/python -m benchmarks.soak
	$(BIN)/python -m tests.cli.terminal.fuzz --seconds 3600

lab: $(READY)  ## make the studies in docs/lab (takes hours; run it again to resume)
	$(BIN)/python -m scripts.studies

mutants: $(READY)  ## break every clause of the rules, and check that a test fails (takes a while)
	$(BIN)/python -m tests.mutants

power: $(READY)  ## measure what the tests notice: break the project in hundreds of small ways (takes hours; run it again to resume)
	$(BIN)/python -m tests.mutants.power

golden: $(READY)  ## write the golden playthroughs, after an intended change of behaviour
	$(BIN)/python -m tests.golden.write

schema: $(READY)  ## write the published schemas of the protocol and the views
	$(BIN)/python -m weatherdeck.table.schema web/schema

screenshots: $(READY)  ## take pictures of every page at every size into build/pictures, and name what is wrong with a layout
	$(BIN)/python -m scripts.screenshots

load: $(READY)  ## measure the table server under load on both stores, compared with a plain echo server
	@$(BIN)/python -m scripts.programs
	$(BIN)/python -m benchmarks.load

release: proof  ## run the proof, then build the wheel and the sdist twice, compare, check and try them (docs/releasing.md)
	$(BIN)/python -m scripts.release

newcomer: $(READY)  ## set everything up on an empty machine, timed, and write docs/install.md
	$(BIN)/python -m scripts.newcomer

# Constrained by the first, so that all of them have the same versions: one environment serves for play and tests.
LOCK := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

lock: $(READY)  ## choose the newest versions that fit, and pin them with their hashes
	$(BIN)/pip install --quiet uv
	$(LOCK) --group dev --output-file requirements-dev.lock pyproject.toml
	$(LOCK) --group build --constraint requirements-dev.lock --output-file requirements.lock pyproject.toml
	$(LOCK) --group build --extra postgres --constraint requirements-dev.lock --output-file requirements-host.lock pyproject.toml

clean:  ## remove what the targets made
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist

$(PLAYABLE): pyproject.toml requirements.lock
	@$(PYTHON) scripts/set_up.py requirements.lock
	@touch $@

$(READY): pyproject.toml requirements-dev.lock
	@$(PYTHON) scripts/set_up.py requirements-dev.lock
	@touch $@ $(PLAYABLE)
