# Everything runs in .venv, which is made here from PYTHON; nothing is taken from the machine but Rust, Python and make.
PYTHON ?= python3

VENV := .venv
PY := $(VENV)/bin/python
ROOT := $(CURDIR)
SOURCES := Cargo.toml Cargo.lock pyproject.toml $(wildcard seeds/*/components.toml) \
	$(shell find rust \( -name '*.rs' -o -name Cargo.toml \))
ALLOWED := $(wildcard tests/stubtest-allowlist.txt)

export PYTHONNOUSERSITE := 1
# One interpreter for every build, so that cargo and maturin do not take turns at rebuilding the binding.
export PYO3_PYTHON := $(ROOT)/$(PY)
export VIRTUAL_ENV := $(ROOT)/$(VENV)
# maturin refuses to choose between an active conda environment and the one above.
unexport CONDA_PREFIX PYTHONPATH PYTHONHOME

# The steps of `test` have an order that is worth reading.
.NOTPARALLEL:
.DEFAULT_GOAL := help
.PHONY: help build demo test fmt clippy test-rust doc-rust lint types stubs test-python peers bench images wheel \
	sdist-check clean

heading = @printf '\n== %s ==\n' '$(1)'

help: ## This list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; do \
		printf '  make %-12s %s\n' "$$name" "$$text"; done
	@printf '\nmake PYTHON=python3.13 build takes another Python >= 3.10 for a new .venv (`make clean` removes the old one).\n'

# --- the environment: a stamp each, renewed when what it was made from is ---

$(VENV)/.made:
	@command -v cargo > /dev/null || { echo 'meeple is built with Rust, and there is no cargo: see https://rustup.rs' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "meeple needs Python 3.10 or newer, this is " + sys.version + "; make PYTHON=... names another")'
	$(PYTHON) -m venv --clear $(VENV)
	$(PY) -m pip install --quiet --upgrade 'pip>=25.1' 'maturin>=1.14,<2'
	@touch $@

$(VENV)/.tools: $(VENV)/.made pyproject.toml
	$(PY) -m pip install --quiet --group test --group lint
	@touch $@

# Python sources are used where they lie; only the compiled part and the package's metadata have to be made.
$(VENV)/.built: $(VENV)/.made $(SOURCES)
	$(PY) -m maturin develop --release --locked --extras cli
	@touch $@

$(VENV)/.peers: $(VENV)/.built
	$(PY) -m maturin develop --release --locked --extras cli,openspiel
	@touch $@

build: $(VENV)/.made ## The release build, ready in .venv (`. .venv/bin/activate`, then `python`)
	$(call heading,Release build)
	@$(MAKE) --no-print-directory $(VENV)/.built

demo: build ## Builds meeple and shows what it does
	@$(VENV)/bin/meeple demo

# --- what must hold ---

test: fmt clippy test-rust doc-rust build lint types stubs test-python ## Everything that CI checks

fmt: ## Rust: formatting
	$(call heading,Rust: formatting)
	cargo fmt --all --check

clippy: $(VENV)/.made ## Rust: clippy, warnings refused
	$(call heading,Rust: clippy)
	cargo clippy --workspace --all-targets --locked -- -D warnings

test-rust: $(VENV)/.made ## Rust: tests of the engine
	$(call heading,Rust: tests)
	cargo test -p meeple --locked

doc-rust: $(VENV)/.made ## Rust: documentation, warnings refused
	$(call heading,Rust: documentation)
	RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --locked

lint: $(VENV)/.tools ## Python: ruff
	$(call heading,Python: ruff)
	$(PY) -m ruff check
	$(PY) -m ruff format --check

types: $(VENV)/.tools $(VENV)/.built ## Python: mypy, strict
	$(call heading,Python: mypy)
	$(PY) -m mypy

stubs: $(VENV)/.tools $(VENV)/.built ## Python: the typed stub against the compiled part
	$(call heading,Python: stub against binary)
	$(PY) -m mypy.stubtest meeple._core --mypy-config-file pyproject.toml $(addprefix --allowlist ,$(ALLOWED))

test-python: $(VENV)/.tools $(VENV)/.built ## Python: tests, examples, snippets (skipped: what needs a peer that is not installed)
	$(call heading,Python: tests)
	$(PY) -m pytest -rs

# --- and more ---

peers: $(VENV)/.peers ## Installs what meeple is compared with (OpenSpiel)

bench: peers $(VENV)/.tools ## Measures: the engine, the Python API, and both against their peers
	$(call heading,The engine)
	cargo bench -p meeple --locked
	$(call heading,The Python API)
	$(PY) -m pytest benches --benchmark-enable --benchmark-only
	$(call heading,Against the peers)
	$(PY) benches/compare.py

images: build ## Draws the pictures of docs/images again
	$(PY) docs/images/draw.py

wheel: $(VENV)/.made ## A wheel in dist/
	$(PY) -m maturin build --release --locked --out dist

sdist-check: $(VENV)/.made ## Builds an sdist, a wheel from it, and plays with the wheel in a clean environment
	rm -rf dist/check
	$(PY) -m maturin sdist --out dist/check
	$(PY) -m pip wheel --quiet --no-deps --wheel-dir dist/check dist/check/*.tar.gz
	$(PY) .ci/check_dist.py dist/check

clean: ## Removes everything that was made here
	cargo clean
	rm -rf $(VENV) dist .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache python/meeple/_core.*.so
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
