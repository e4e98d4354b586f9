# Everything a person or CI runs. `make demo` and `make test` need nothing but Python 3.11 or later.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
PACKAGES := $(VENV)/.packages
BROWSER := $(VENV)/.browser
CODE := src tests examples benchmarks docs
WORKERS ?= 3
ONLY ?= *

help: ## What can be made
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 18

setup: $(BROWSER) ## Environment in .venv, and a browser

demo: $(BROWSER) ## Explore the bundled shop and go to places in it
	$(BIN)/webnavigator demo

test: $(BROWSER) ## All tests
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

heavy: $(BROWSER) ## Tests of models on this machine and of a Ray cluster; installs `local` and `ray`, which are large
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[local,ray]'
	$(BIN)/pytest -m heavy tests/retrieval/test_local_models.py tests/explore/test_on_ray.py

# What pins its own versions gets an environment of its own; each script there ends with `passed`.
PIP := -m pip install --quiet --disable-pip-version-check --prefer-binary

coinstall: $(BROWSER) coinstall-browsergym coinstall-browser-use coinstall-agentlab ## Tests beside BrowserGym, browser-use and AgentLab, each in an environment of its own

$(VENV)/coinstall/%/bin/python: | $(VENV)/bin/python
	$(BIN)/python -m venv $(VENV)/coinstall/$*

coinstall-browsergym coinstall-browser-use: coinstall-%: $(VENV)/coinstall/%/bin/python $(BROWSER)
	$< $(PIP) '.[$*]'
	$< tests/coinstall/in_$(subst -,_,$*).py

# AgentLab asks for torch, ray, gradio and all of BrowserGym's benchmarks, which pip takes long to agree on; its studies run without.
coinstall-agentlab: $(VENV)/coinstall/agentlab/bin/python $(BROWSER)
	$< $(PIP) '.[browsergym]' --requirement tests/coinstall/agentlab.txt
	$< $(PIP) --no-deps agentlab browsergym browsergym-webarena
	$< tests/coinstall/in_agentlab.py

cases: $(BROWSER) ## Run the case directories under CASES=DIR through the product
	$(BIN)/python benchmarks/cases $(CASES) --only '$(ONLY)'

check: format-check lint types imports model-covered test ## What CI runs

format-check: $(PACKAGES)
	$(BIN)/ruff format --check $(CODE)

lint: $(PACKAGES)
	$(BIN)/ruff check $(CODE)

types: $(PACKAGES)
	$(BIN)/pyright

imports: $(PACKAGES)
	$(BIN)/lint-imports

model-covered: $(PACKAGES)
	$(BIN)/coverage run --source=webnavigator.model -m pytest tests/model
	$(BIN)/coverage report --fail-under=100 --show-missing --skip-covered

format: $(PACKAGES) ## Format the code and sort imports
	$(BIN)/ruff check --fix-only --quiet $(CODE)
	$(BIN)/ruff format $(CODE)

docs: $(PACKAGES) ## Write docs/cli.md from --help
	$(BIN)/python docs/make_cli.py > docs/cli.md.new
	mv docs/cli.md.new docs/cli.md

clean: ## Remove the environment and what the demo made
	rm -rf $(VENV) demo-map .demo .pytest_cache .ruff_cache .hypothesis .coverage

$(VENV)/bin/python:
	@for python in python3 python3.13 python3.12 python3.11 python; do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    $$python -m venv $(VENV) && exit 0; \
	    echo "error: $$python cannot make a virtual environment (Debian, Ubuntu: apt-get install python3-venv)" >&2; exit 1; \
	  fi; \
	done; echo "error: Python 3.11 or later is needed" >&2; exit 1

# The group is read by Python: pip knows dependency groups only since 25.1.
$(PACKAGES): pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]["dev"], sep="\n")' > $(VENV)/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --requirement $(VENV)/dev.txt
	@touch $@

$(BROWSER): $(PACKAGES)
	$(BIN)/webnavigator doctor --install-browser
	@touch $@

.PHONY: help setup demo test heavy coinstall coinstall-browsergym coinstall-browser-use coinstall-agentlab cases check format-check lint types imports model-covered format docs clean
