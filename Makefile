# Every target sets up what it needs, from nothing, in a local virtual environment (.venv).

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: play web docs test check bench strength soak lab mutants golden schema screenshots load lock clean

play: web  ## play in the browser (in the terminal: .venv/bin/weatherdeck play)
	$(BIN)/weatherdeck serve

web: $(READY)  ## build the browser client, if it is out of date
	$(BIN)/python hatch_build.py

test: $(READY) check  ## run all checks, then all tests
	scripts/install-postgresql
	scripts/install-chromium
	scripts/install-proxies
	$(BIN)/pytest -n auto

check: $(READY)  ## lint, format and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: $(READY)  ## measure speeds, as ratios
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.decks
	$(BIN)/python -m benchmarks.positions
	$(BIN)/python -m benchmarks.environments
	$(BIN)/python -m benchmarks.search
	$(BIN)/python -m benchmarks.lab

docs: $(READY)  ## build the docs site into the package: 'weatherdeck serve' shows it under /docs
	$(BIN)/python -m scripts.docs

strength: $(READY)  ## measure how strong the bots are and write docs/strength.md (takes hours)
	$(BIN)/python -m benchmarks.strength

soak: $(READY)  ## play a million random games of each game, and audit them
	$(BIN)/python -m benchmarks.soak

lab: $(READY)  ## make the studies in docs/lab (takes hours; run it again to resume)
	$(BIN)/python -m scripts.studies

mutants: $(READY)  ## break every clause of the rules, and check that a test fails (takes a while)
	$(BIN)/python -m tests.mutants

golden: $(READY)  ## write the golden playthroughs, after an intended change of behaviour
	$(BIN)/python -m tests.golden.write

schema: $(READY)  ## write the published schemas of the protocol and the views
	$(BIN)/python -m weatherdeck.table.schema web/schema

screenshots: $(READY)  ## take pictures of every page at every size into build/pictures, and name what is wrong with a layout
	$(BIN)/python -m scripts.screenshots

load: $(READY)  ## measure the table server under load on both stores, compared with a plain echo server
	scripts/install-postgresql
	$(BIN)/python -m benchmarks.load

lock: $(READY)  ## choose the newest versions that fit, and pin them
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url --no-header --group dev \
		--output-file requirements.lock pyproject.toml

clean:  ## remove what the targets made
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis dist

$(READY): pyproject.toml requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "weatherdeck needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(READY)
