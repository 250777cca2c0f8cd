# Every target sets up what it needs, from nothing, in a local virtual environment (.venv).

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: play web test check bench strength soak lab mutants golden schema screenshots load lock clean

play: web  ## open the table in the browser (in the terminal: .venv/bin/weatherdeck play)
	$(BIN)/weatherdeck serve

web: $(READY)  ## build the browser client, unless it is fresh
	$(BIN)/python hatch_build.py

test: $(READY) check  ## all tests, after all checks
	scripts/install-postgresql
	scripts/install-chromium
	$(BIN)/pytest -n auto

check: $(READY)  ## lint, format and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: $(READY)  ## how fast it is, as ratios
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.search
	$(BIN)/python -m benchmarks.lab

strength: $(READY)  ## how strong the bots are: docs/strength.md, in some hours
	$(BIN)/python -m benchmarks.strength

soak: $(READY)  ## a million random games of each game, audited
	$(BIN)/python -m benchmarks.soak

lab: $(READY)  ## the studies in docs/lab, in some hours; run it again to resume
	$(BIN)/python -m scripts.studies

mutants: $(READY)  ## break every clause of the rules in several ways: does a test that claims it fail?
	$(BIN)/python -m tests.mutants

golden: $(READY)  ## write the golden playthroughs anew, after a change of the rules that is meant
	$(BIN)/python -m tests.golden.write

schema: $(READY)  ## write the published schema of the table's protocol anew
	$(BIN)/python -m weatherdeck.table.schema web/schema

screenshots: $(READY)  ## pictures of every table, into docs/pictures/web
	$(BIN)/python -m scripts.screenshots

load: $(READY)  ## the table server under load, beside a bare echo server
	$(BIN)/python -m benchmarks.table

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
