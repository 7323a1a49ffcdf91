# Every verb installs what it needs into .venv first; tools/dev.py says how, and works without make too.
# Another Python: make lab PYTHON=python3.12. Options for pytest: make test ARGS="-k retrieval".
PYTHON ?= python3
DEV = "$(PYTHON)" -I tools/dev.py

.PHONY: help lab test check slow exercises tidy

help:
	@echo "make lab        open the course in JupyterLab"
	@echo "make test       lint, types and all tests"
	@echo "make check      only what holds problems and notebooks to their form; part of make test"
	@echo "make slow       the tests with nbgrader, which take minutes"
	@echo "make exercises  write exercises/ from solutions/"
	@echo "make tidy       mend lint, layout and stored notebooks"

lab:
	@$(DEV) lab $(ARGS)

test:
	@$(DEV) test $(ARGS)

check:
	@$(DEV) run check $(ARGS)

slow:
	@$(DEV) slow $(ARGS)

exercises:
	@$(DEV) run exercises $(ARGS)

tidy:
	@$(DEV) tidy
