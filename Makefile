# Everything is set up on first use, with nothing but Python, in .venv and client/node_modules; the versions are those
# of the lock files. PYTHON=python3.13 chooses another interpreter (3.11 or newer).

PYTHON ?= python3
BIN := .venv/bin
ARGS ?=

# uv installs in a fifth of the time that pip takes. pip installs uv: that of the Python of which .venv is made, where it has
# one, since to unpack another into .venv would take longer than all else.
# -only-binary: a package without a wheel for this machine fails at once, instead of looking for a compiler.
HOST = $(shell sed -n 's/^executable = //p' .venv/pyvenv.cfg)
OWN_PIP = $(wildcard .venv/lib/python*/site-packages/pip)
PIP = $(if $(OWN_PIP),$(BIN)/python -m pip,'$(HOST)' -m pip --python $(BIN)/python) \
	--disable-pip-version-check install --quiet --no-compile
UV := $(BIN)/uv
LOCKED := --only-binary :all: --no-deps --require-hashes --requirement
# Where uv finds no package, pip may: uv does not read the configuration of pip.
INSTALL = $(UV) pip install --quiet --python $(BIN)/python $(1) || $(PIP) $(1)
# The lock files have all that the build needs, so this downloads nothing.
EDITABLE := --no-deps --no-build-isolation --editable .

# A marker (for npm, its own file) that is newer than the files that the install depends on.
RUN := .venv/.run
DEV := .venv/.dev
CLIENT := client/node_modules/.package-lock.json
BROWSER := .venv/.browser
MUTMUT := .venv/.mutmut
RELEASE := .venv/.release

# tsc, biome and npm look for `node`: the one in .venv comes first.
export PATH := $(CURDIR)/$(BIN):$(PATH)
# Rewritten tests are cached as bytecode: collecting them anew would take most of the time of a few tests.
unexport PYTHONDONTWRITEBYTECODE

# Tests that are named by path run in one process, and only they run: those of the client in node, if they are named,
# and without a browser, if no test of it is.
NAMED := $(findstring tests/,$(ARGS))
WITH_CLIENT := $(if $(ARGS),$(findstring tests/client,$(ARGS)),all)
WITH_BROWSER := $(if $(NAMED),$(findstring tests/browser,$(ARGS)),all)
# The search processes of a server give way to everything else (`nice`): beside busy tests of a much higher priority they
# starve, and what waits for them would fail.
NICE := nice -n 14
# The tests of the client share one process: to start one for each file takes five times as long as they take.
# All tests run in two processes more than there are cores: those with servers and browsers wait for half of their time.
CORES = $$(getconf _NPROCESSORS_ONLN)
PARALLEL := $(if $(NAMED),,--numprocesses $$(($(CORES) + 2)) --dist worksteal)
TEST_NEEDS := $(CLIENT) $(if $(WITH_BROWSER),$(BROWSER))

.DEFAULT_GOAL := help
.PHONY: help run test check format bench fuzz soak compose gallery mutants release lock clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z.]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(RUN) ## start the server (ARGS="--port 8080" passes options on)
	$(BIN)/gaprace serve $(ARGS)

test: $(DEV) $(TEST_NEEDS) ## run all tests (ARGS="tests/rules", or "-k shuffle", or "tests/end_to_end -n 2": as of pytest)
	$(NICE) $(BIN)/python -m pytest $(PARALLEL) $(ARGS)
	$(if $(WITH_CLIENT),node --test --test-isolation=none 'tests/client/**/*.test.js')

# All at once, the longest first: each of them uses one core, but for ruff. Their lines stay together (GNU make 4).
CHECKS := check-types check-tests-client check-client check-layers check-biome check-lint check-format
check: $(DEV) $(CLIENT) ## lint, formatting, types, layers
	@$(MAKE) --no-print-directory --jobs=$(CORES) $(if $(filter output-sync,$(.FEATURES)),--output-sync) $(CHECKS)

.PHONY: $(CHECKS)
check-types:
	$(BIN)/mypy
check-tests-client:
	client/node_modules/.bin/tsc --project tests/client
check-client:
	client/node_modules/.bin/tsc --project client
check-layers:
	$(BIN)/lint-imports --no-logo
check-biome:
	cd client && node_modules/.bin/biome check . ../tests/client ../tests/programs ../tests/bench/peers
check-lint:
	$(BIN)/ruff check
check-format:
	$(BIN)/ruff format --check

format: $(DEV) $(CLIENT) ## format, and fix what can be fixed automatically
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	cd client && node_modules/.bin/biome check --write . ../tests/client ../tests/programs ../tests/bench/peers

bench: $(DEV) ## run benchmarks (ARGS="race" runs one of them)
	$(BIN)/python -m tests.bench $(ARGS)

fuzz: $(DEV) ## attack a server with a million messages (ARGS="--messages 10000 --seed 7")
	$(BIN)/python -m tests.fuzz $(ARGS)

LOCK = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade)
COMPILE = $(LOCK) --extra solver --extra scale pyproject.toml

soak: $(DEV) ## half an hour of load, with players who come and go (ARGS="--minutes 5 --postgres")
	$(BIN)/python -m tests.soak $(ARGS)

compose: $(DEV) ## start both compose files in Docker, as they stand, and race in each
	$(BIN)/python -m tests.ops.compose

gallery: $(TEST_NEEDS) ## take pictures of every screen (ARGS="FOLDER", "FOLDER race --looks he --sizes 390x844", "FOLDER --axe")
	$(BIN)/python -m tests.browser.gallery $(ARGS)

mutants: $(MUTMUT) ## change a part in every place, and print what no test notices (ARGS="play", "rooms/timers.py")
	$(BIN)/python -m tests.mutants $(ARGS)

release: export SOURCE_DATE_EPOCH = $(shell git log -1 --format=%ct)
BUILDER = $(notdir $(firstword $(shell command -v buildah podman)))
release: $(RELEASE) $(CLIENT) ## build into dist/: source, wheels, SBOM (CycloneDX), digests; the image, with buildah or podman
	rm -rf dist
	$(BIN)/python -m hatchling build --directory dist
	cd tools/client && $(CURDIR)/$(BIN)/python -m hatchling build --target wheel --directory $(CURDIR)/dist
	$(BIN)/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible --output-file dist/gaprace.cdx.json \
		requirements.lock
	$(if $(BUILDER),$(BUILDER) build --format docker --timestamp $$SOURCE_DATE_EPOCH --tag gaprace . && $(BUILDER) push gaprace docker-archive:dist/gaprace-image.tar:gaprace:latest)
	cd dist && sha256sum -- * > SHA256SUMS

lock: $(DEV) ## update the lock files after a change of dependencies (UPGRADE=1: newest versions)
	$(COMPILE) --group build --output-file requirements.lock
	$(COMPILE) --extra otel --constraint requirements.lock --output-file requirements-image.lock
	$(COMPILE) --group build --group dev --constraint requirements.lock --output-file requirements-dev.lock
	$(LOCK) --group installer --constraint requirements-dev.lock --output-file requirements-uv.lock
	$(LOCK) --group build --group bundle --constraint requirements-dev.lock --output-file requirements-build.lock
	cd client && npm $(if $(UPGRADE),update,install) --package-lock-only

.env: ## choose docker-compose.production.yml, and generate its secrets, once
	umask 077; echo COMPOSE_FILE=docker-compose.production.yml > $@; for name in POSTGRES_SUPERUSER_PASSWORD POSTGRES_PASSWORD VALKEY_PASSWORD GAPRACE_SECRET_KEY GAPRACE_METRICS_TOKEN; do \
		$(PYTHON) -c "import secrets; print('$$name=' + secrets.token_hex(24))"; done >> $@

clean: ## remove what was installed and cached (never data)
	rm -rf .venv client/node_modules build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Gaprace needs Python 3.11 or newer: make PYTHON=...")'
	$(PYTHON) -m venv $$($(PYTHON) -c 'import pip' 2>&- && echo --without-pip) .venv || { rm -rf .venv; exit 1; }

$(UV): requirements-uv.lock | .venv/bin/python
	$(PIP) $(LOCKED) requirements-uv.lock
	touch $@

$(RUN): requirements.lock pyproject.toml $(UV)
	$(call INSTALL,$(LOCKED) requirements.lock)
	$(call INSTALL,$(EDITABLE))
	touch $@

# A superset of the above in the same .venv, so both are up to date.
$(DEV): requirements-dev.lock pyproject.toml $(UV)
	$(call INSTALL,$(LOCKED) requirements-dev.lock)
	$(call INSTALL,$(EDITABLE))
	touch $@ $(RUN)

$(BROWSER): tests/browser/chromium.py | $(DEV)
	$(BIN)/python -m tests.browser.chromium
	touch $@

$(MUTMUT): pyproject.toml | $(DEV)
	$(call INSTALL,--group mutants)
	touch $@

$(RELEASE): pyproject.toml | $(DEV)
	$(call INSTALL,--group release)
	touch $@

$(CLIENT): client/package.json client/package-lock.json | $(DEV)
	cd client && npm ci
	touch $@
