# Krížovkáreň. `make` alone lists the targets.
#
# LANG is also the shell's locale variable and comes in from the environment, so only a LANG given on make's
# own command line chooses the language, and everything that is started keeps a UTF-8 locale.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

PUZZLE_LANG :=
ifeq ($(origin LANG),command line)
  PUZZLE_LANG := $(LANG)
endif
override LANG := C.UTF-8
export LANG
unexport LC_ALL

VENV := .venv
PYTHON ?= python3
BIN := $(VENV)/bin
FACTORY := $(BIN)/factory
STAMP := $(VENV)/.installed
PLAYER := factory/ship/player/.built
PLAYER_SOURCES = $(wildcard $(addprefix readers/player/,package*.json tsconfig.json src/* src/view/*) readers/typescript/src/*)
LANGUAGES = $(sort $(filter-out default,$(basename $(notdir $(wildcard config/*.yaml)))))
WHICH = which language? Say make $@ LANG=sk (behind make: the shell's LANG is not used); there are: $(LANGUAGES)

SIZES ?= 8-18
PER_SIZE ?= 20
SEED ?=
WORKERS ?=
OUT ?= output
BUDGET ?= 1h
PUBLISH ?= published
UPDATE ?=

# The corpus of the quality gate: small, and always the same.
GATE := --sizes 8,10,12,15 --per-size 12 --seed 1 --out output/gate --quiet

.PHONY: help setup corpus nightly preview player lexicon-extended lint format test test-all quality-gate bench bench-peers clean

help:
	@echo "make corpus LANG=sk [SIZES=8-18] [PER_SIZE=20] [SEED=1] [WORKERS=2] [OUT=output]"
	@echo "                  make puzzles of one language ($(LANGUAGES))"
	@echo "make nightly LANG=sk [BUDGET=1h] [PUBLISH=published] [SIZES=8-18] [PER_SIZE=] [WORKERS=] [OUT=output]"
	@echo "                  make puzzles for a while, verify, gate and publish them"
	@echo "make preview LANG=sk [OUT=output]"
	@echo "                  pages to look at the puzzles of a language, in OUT/sk/preview"
	@echo "make player       build the page to solve puzzles on, for factory play (needs Node 20)"
	@echo "make test         format, lint, import rules, types and tests"
	@echo "make test-all     the tests that need a browser or Node"
	@echo "make quality-gate a small corpus of each language against config/quality (UPDATE=1: new figures into it)"
	@echo "make lexicon-extended LANG=sk"
	@echo "                  more words from packaged dictionaries (Debian, Ubuntu); off until switched on"
	@echo "make setup        only prepare: virtual environment, packages, compiled lexicon"
	@echo "make format       format the code"
	@echo "make bench        measure what puzzles cost; factory bench --help says more"
	@echo "make bench-peers BENCH=DIR"
	@echo "                  fill given masks with given word lists, beside the figures of other engines"
	@echo "make clean        remove what was made, but not output/"

$(STAMP): pyproject.toml constraints.txt
	@echo "preparing $(VENV): $(PYTHON), packages as pinned in constraints.txt (takes a minute or two)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "make: $(PYTHON) is older than 3.11; name a newer one: make PYTHON=python3.12 ..." >&2; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || \
	  { echo "make: no virtual environment could be made; on Debian: apt-get install python3-venv" >&2; exit 2; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

setup: $(STAMP)
	@$(FACTORY) lexicon build

corpus:
ifndef PUZZLE_LANG
	@echo "make: $(WHICH)" >&2; exit 2
else
	@$(MAKE) --silent --no-print-directory $(STAMP)
	@$(FACTORY) corpus --lang $(PUZZLE_LANG) --sizes $(SIZES) --per-size $(PER_SIZE) --out $(OUT) \
	  $(if $(SEED),--seed $(SEED)) $(if $(WORKERS),--workers $(WORKERS))
endif

nightly:
ifndef PUZZLE_LANG
	@echo "make: $(WHICH)" >&2; exit 2
else
	@$(MAKE) --silent --no-print-directory $(STAMP)
	@$(FACTORY) nightly --lang $(PUZZLE_LANG) --time-budget $(BUDGET) --sizes $(SIZES) --out $(OUT) --publish $(PUBLISH) \
	  $(if $(filter-out file,$(origin PER_SIZE)),--per-size $(PER_SIZE)) \
	  $(if $(SEED),--seed $(SEED)) $(if $(WORKERS),--workers $(WORKERS))
endif

preview:
ifndef PUZZLE_LANG
	@echo "make: $(WHICH)" >&2; exit 2
else
	@$(MAKE) --silent --no-print-directory $(STAMP)
	@$(FACTORY) preview $(OUT)/$(PUZZLE_LANG)
endif

player: $(PLAYER)

$(PLAYER): $(PLAYER_SOURCES)
	@export PATH="$$PATH:$(abspath $(BIN))"; \
	  node -e 'process.exit(+(parseInt(process.versions.node) < 20))' 2>/dev/null && command -v npm >/dev/null || \
	  { echo "make: the player needs Node 20 or newer with npm: apt-get install nodejs npm, or $(BIN)/python -m pip install '.[web]'" >&2; exit 2; }; \
	  npm ci --prefix readers/player --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null || \
	  { echo "make: npm failed (above); the build of the player needs a network and the npm registry" >&2; exit 2; }; \
	  npm run build --prefix readers/player --silent
	@touch $@

lexicon-extended:
ifndef PUZZLE_LANG
	@echo "make: $(WHICH)" >&2; exit 2
else
	@$(MAKE) --silent --no-print-directory $(STAMP)
	@$(FACTORY) lexicon extend --lang $(PUZZLE_LANG)
endif

lint: $(STAMP)
	@echo "format"; $(BIN)/ruff format --check --quiet . || { echo "run: make format" >&2; exit 1; }
	@echo "lint"; $(BIN)/ruff check --quiet .
	@echo "import rules"; $(BIN)/lint-imports --no-logo 2>/dev/null >.lint-imports || { cat .lint-imports; rm .lint-imports; exit 1; }; rm -f .lint-imports
	@echo "types"; $(BIN)/mypy --no-error-summary

format: $(STAMP)
	@$(BIN)/ruff format --quiet .
	@$(BIN)/ruff check --quiet --fix .

test: $(STAMP) lint
	@echo "tests"; $(BIN)/python -m pytest -q --numprocesses auto

test-all: $(STAMP) $(PLAYER)
	@echo "the player in TypeScript"; npm test --prefix readers/player --silent
	@echo "tests in a browser"; $(BIN)/python -m pytest -q -m browser tests/browser
	@npm ci --prefix tests/readers --ignore-scripts --no-audit --no-fund --silent
	@npm ci --prefix readers/typescript --ignore-scripts --no-audit --no-fund --silent
	@echo "the bundle reader in TypeScript"; npm test --prefix readers/typescript --silent
	@npm run build --prefix readers/typescript --silent
	@echo "tests with readers in Node"; $(BIN)/python -m pytest -q -m node tests/readers

quality-gate: $(STAMP)
	@failed=; for lang in $(LANGUAGES); do \
	  rm -rf output/gate/$$lang; \
	  $(FACTORY) corpus --lang $$lang $(GATE); \
	  $(FACTORY) quality output/gate/$$lang --baseline config/quality/$$lang.yaml \
	    $(if $(UPDATE),--update-baseline,--junit output/gate/$$lang.xml) || failed="$$failed $$lang"; \
	done; test -z "$$failed" || { echo "make: the quality gate failed for$$failed" >&2; exit 1; }

bench: $(STAMP)
	@$(FACTORY) bench --json output/bench.json --charts output/bench

bench-peers: $(STAMP)
ifndef BENCH
	@echo "make: where are the masks and word lists? Say make bench-peers BENCH=DIR, with DIR/masks and DIR/words" >&2; exit 2
else
	@$(BIN)/python -m benchmarks.peers --masks $(BENCH)/masks --words $(BENCH)/words
endif

clean:
	rm -rf $(VENV) dictionaries/build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
	rm -rf *.egg-info factory/ship/player readers/*/dist readers/*/node_modules
