# Fighting Instructions: make play, make test. Everything is installed into .venv beside this file, nothing elsewhere.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check install --quiet
PIP_LISTED := $(PIP) --require-hashes --only-binary :all:
OLDEST := 11
NEWEST := 14
JOBS ?= 2
WORKERS ?= $(shell echo $$(($(JOBS) + 1)))  # of the tests: some of them wait
export PYGAME_HIDE_SUPPORT_PROMPT := 1
export PYTHONUTF8 := 1
unexport PYTHONDONTWRITEBYTECODE  # or every program that a test starts would compile all modules anew

.PHONY: help play text test quick lint form format soak bench compare check clean display-tools package pins coverage mutants trust pictures package-windows test-windows
.DELETE_ON_ERROR:

help:
	@echo "make play    open the game"
	@echo "make text    play by typing, in this terminal"
	@echo "make test    lint, types and all tests, the end-to-end window test included"
	@echo "make quick   the tests nearest to what you changed, in seconds; SINCE=COMMIT"
	@echo "make lint    lint and types alone"
	@echo "make format  bring the code into its form"
	@echo "make check   check every data file, map and scenario"
	@echo "make soak    thousands of random games of every game, fuzz and kills"
	@echo "make trust   the proof: kills, damage, hostile files, probes, perft ...; QUICK=1 for a small part"
	@echo "make coverage  which lines of the rules the tests run"
	@echo "make mutants   change a rule, see whether the tests notice; COUNT=400 SEED=1"
	@echo "make bench   measure speed"
	@echo "make compare random play of every game beside that of python-chess, as ratios of CPU time"
	@echo "make pictures  paint thirty named screens at three sizes into out/pictures"
	@echo "make package the program with Python inside, in an archive under out/package; TWICE=1 builds it twice and compares"
	@echo "make package-windows  the same for Windows, under Wine; PYTHON_EMBED=FILE python.org's embeddable Python 3.13"
	@echo "make test-windows  try the program with Windows' Python under Wine: minutes; PACKED=1 the packed program; KEEP=1 keeps the figures"
	@echo "make clean   remove .venv and caches"

play: $(VENV)/ready
	@$(PY) main.py

text: $(VENV)/ready
	@$(PY) main.py play --text

check: $(VENV)/ready
	@$(PY) main.py check

soak: $(VENV)/ready-to-test
	$(PY) main.py balance nw_smoke --games 1120 --players random --jobs $(JOBS)
	$(PY) main.py balance nights_of_fury --games 720 --players random --jobs $(JOBS)
	$(PY) main.py balance quickfire --games 1250 --players random --jobs $(JOBS)
	$(PY) main.py balance battles_for_empire --games 834 --players random --jobs $(JOBS)
	$(PY) main.py balance perfidious_albion --games 185 --players random --jobs $(JOBS)
	SOAK=1 FUZZ_GAMES=300 KILLS=50 $(PY) -m pytest -n $(JOBS) tests/test_fuzz.py tests/test_durability.py
	SOAK=1 $(PY) -m pytest -n $(JOBS) tests/players/test_chance.py tests/players/test_replay_of_thought.py \
		tests/game/test_teach_scenes.py tests/workshop tests/game/test_click_guard.py tests/test_knowledge.py tests/test_puzzles.py \
		tests/game/test_words.py tests/game/test_keyboard_reach.py tests/console/test_console_verbs.py tests/console/test_cluster.py \
		tests/analysis/test_luck_and_skill.py
	SOAK=1 $(PY) -m pytest -n $(JOBS) tests/test_as_kept.py tests/test_new_game.py
	$(PY) -m tests.referee --games 500 --captains 20 --scripts 8
	$(PY) -m tests.referee.planted
	SOAK=1 $(PY) -m pytest -n $(JOBS) tests/game/test_flashes.py tests/game/test_targets.py tests/game/test_marker_shapes.py \
		tests/game/test_every_size.py tests/game/test_every_character.py tests/game/test_monkey.py tests/test_told_alike.py
	SOAK=1 $(PY) -m pytest tests/reader
	SOAK=1 $(PY) -m pytest -n $(JOBS) -m sweep
	WHOLE_REPORTS=1 $(PY) -m pytest tests/report

	$(MAKE) package
	$(PY) -m pytest tests/release/packed.py
	$(MAKE) test-windows package-windows
	$(MAKE) test-windows PACKED=1

package: $(VENV)/ready-to-test
	@$(PY) -m release.package $(if $(TWICE),--twice)

# Both need Wine (Debian: wine, wine64) and install none.
package-windows: $(VENV)/ready-to-test
	@$(PY) -m release.package --windows $(if $(PYTHON_EMBED),--python $(PYTHON_EMBED)) $(if $(TWICE),--twice)

test-windows: $(VENV)/ready-to-test display-tools
	@$(PY) -m tests.windows $(if $(PACKED),--packed) $(if $(KEEP),--keep)

trust: $(VENV)/ready-to-test display-tools
	@$(PY) -m tests.trust $(if $(QUICK),--quick)

coverage: $(VENV)/ready-to-test
	@mkdir -p out
	$(PY) -m coverage erase
	$(PY) -m coverage run -m pytest -n $(JOBS) -m "not window"
	$(PY) -m coverage combine --quiet
	$(PY) -m coverage report >out/coverage.txt; tail -1 out/coverage.txt

# What each test reaches is written down by Python 3.12 and later; with 3.11 more tests than needed are run.
COUNT ?= 400
SEED ?= 1
mutants: $(VENV)/ready-to-test
	@ls out/reach-*.json >/dev/null 2>&1 || ! $(PY) -c 'import sys; sys.monitoring' 2>/dev/null || \
		$(PY) -m pytest -p tests.trust.reach -n $(JOBS) -m "not window"
	@$(PY) -m tests.trust.mutants --count $(COUNT) --seed $(SEED)

bench: $(VENV)/ready
	@$(PY) -m release.makers bench

# python-chess: beside its random play that of our games is timed. It is published as source alone, so no list has it.
CHESS := chess==1.11.2 --hash=sha256:a8b43e5678fdb3000695bdaa573117ad683761e5ca38e591c4826eba6d25bb39
compare: $(VENV)/ready-to-test
	@echo "$(CHESS)" | $(PIP) --require-hashes -r /dev/stdin
	@$(PY) -m tests.compare

pictures: $(VENV)/ready-to-test
	@$(PY) -m tests.pictures

lint: form
	$(PY) -m mypy

form: $(VENV)/ready-to-test
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

format: $(VENV)/ready-to-test
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

# Types are checked beside the tests. Where the tests were never run, one process reads them all first: it keeps what the
# others would each work out for themselves.
test: form display-tools
	@$(PY) -m mypy & types=$$!; \
	test -d .pytest_cache || $(PY) -m pytest --collect-only -qq >/dev/null; \
	if $(HAVE_DISPLAY_TOOLS); then marks=""; else marks="not window"; fi; \
	$(PY) -m pytest -n $(WORKERS) --dist worksteal -m "$$marks"; tests=$$?; \
	wait $$types && exit $$tests
	@$(HAVE_DISPLAY_TOOLS) || { $(SAY_SKIPPED); test -z "$(WINDOW_NEEDED)"; }

quick: $(VENV)/ready-to-test
	@$(PY) -m tests.quick $(SINCE)

# --- the window test needs a virtual display and a hand for the mouse -------------------------------------------------

HAVE_DISPLAY_TOOLS := command -v Xvfb >/dev/null && command -v xdotool >/dev/null && command -v xwininfo >/dev/null
HAVE_BUS := command -v dbus-daemon >/dev/null && test -x /usr/libexec/at-spi-bus-launcher
SAY_SKIPPED := echo 'THE WINDOW WAS NOT TESTED. It needs a virtual display: sudo apt-get install xvfb xdotool x11-utils'

display-tools:
	@$(HAVE_DISPLAY_TOOLS) && $(HAVE_BUS) && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing a virtual display for the window test (xvfb, xdotool, x11-utils)"; \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
			apt-get install -y -qq --no-install-recommends xvfb xdotool x11-utils dbus at-spi2-core >/dev/null; } || true; \
	fi; \
	$(HAVE_DISPLAY_TOOLS) || $(SAY_SKIPPED)

# --- the environment: made once, and again only when a list of requirements changes -----------------------------------

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, $(OLDEST)) <= sys.version_info[:2] <= (3, $(NEWEST)))' 2>/dev/null || { \
		echo "Python 3.$(OLDEST) to 3.$(NEWEST) is needed; '$(PYTHON)' is not. Try: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "Python's venv is missing. On Debian and Ubuntu: sudo apt install -y python3-venv"; exit 1; }
	@echo "making $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/ready: requirements.txt $(VENV)/bin/python
	@echo "installing what the game needs"
	@$(PIP_LISTED) -r requirements.txt
	@touch $@

$(VENV)/ready-to-test: requirements-dev.txt $(VENV)/ready
	@echo "installing what the tests need"
	@$(PIP_LISTED) -r requirements-dev.txt
	@touch $@

# What is needed is said in pyproject.toml, by people; what that means, package by package and hash by hash, is written
# into the .txt files by uv, for every Python and system that is promised.
UV := uv==0.13.9
COMPILE := -m uv pip compile --universal --python-version 3.$(OLDEST) --generate-hashes --no-header --quiet
pins: $(VENV)/bin/python
	@$(PIP) $(UV)
	@for list in "requirements" "requirements-dev --group dev"; do set -- $$list; \
		echo "# Made by \`make pins\` from pyproject.toml, which says what each is for. Not to be edited by hand." >$$1.new; \
		$(PY) $(COMPILE) pyproject.toml $$2 $$3 >>$$1.new && mv $$1.new $$1.txt || exit 1; \
	done

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
