"""What an instructor uploads or takes over: an autograder for Gradescope, a workflow for GitHub Actions, a source
notebook for nbgrader. Ready as they are."""

import zipfile
from pathlib import Path

from ragedu import __version__
from ragedu.grading.formats.gradescope import gradescope_results
from ragedu.grading.isolation import PACKAGE
from ragedu.grading.results import not_graded

GRADESCOPE, GITHUB, NBGRADER = "gradescope", "github", "nbgrader"
PLACES = {
    GRADESCOPE: "autograder.zip",
    GITHUB: ".github/workflows/grade.yml",
    NBGRADER: "source/exercise_{exercise}/{notebook}",
}
"""Where each is written if nothing else is said."""

WHEEL = f".github/ragedu-{__version__}-py3-none-any.whl"
"""Where the workflow looks for ragedu, in the repository that it grades."""

_LEFT_OUT = ("__pycache__", "course")

_SETUP = """\
#!/usr/bin/env bash
# Runs once, when Gradescope builds the image. Choose a base image whose python3 is 3.11 or newer (Ubuntu 24.04 is).
set -euo pipefail
home=${AUTOGRADER:-/autograder}
if command -v apt-get >/dev/null; then
    apt-get update
    apt-get install -y python3 python3-venv
fi
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 is needed: choose a newer base image.")'
python3 -m venv "$home/venv"
# The grader's one dependency. Add here what your learners' answers may import: numpy, pandas, matplotlib.
"$home/venv/bin/python" -m pip install --quiet "typer>=0.26,<0.29"
"""

_RUN = """\
#!/usr/bin/env bash
# Runs for each submission. Whatever happens, results.json is there at the end; a fault of the grader is no zero.
set -uo pipefail
home=${{AUTOGRADER:-/autograder}}
export PYTHONPATH="$home/source"
mkdir -p "$home/results"
graded="$home/results/graded.json"
rm -f "$graded"
# What stands if Python can't be started, or is stopped before it is done.
cat > "$home/results/results.json" <<'END'
{not_started}END
notebook=$(find "$home/submission" -name '*.ipynb' -not -path '*/.*' | LC_ALL=C sort | head -n 1)
"${{PYTHON:-$home/venv/bin/python}}" -P -m ragedu.cli grade "${{notebook:-$home/submission/notebook.ipynb}}" \\
    --exercise {exercise} --format gradescope --output "$graded"
code=$?
[ -s "$graded" ] && mv -f "$graded" "$home/results/results.json"
# 0 and 1 are grades, 2 is a notebook that can't be graded and is told so; all else is for the instructor to see.
[ "$code" -le 2 ] && exit 0
exit "$code"
"""

_WORKFLOW = """\
# Grades the notebook of exercise {exercise} at every push, with a note at the run and a summary of the job.
# A learner who may change this file may change what it says: keep the grades that count on a copy they can't write to.
name: grade
on: [push, workflow_dispatch]
permissions:
  contents: read
jobs:
  grade:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v4
        with:
          persist-credentials: false
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      # This repository carries ragedu: under its name, a package index may hold what somebody else put there.
      # To make the wheel, in a clone of ragedu: python -m pip wheel --no-deps --wheel-dir FOLDER .
      - run: python -m pip install "./{wheel}"
      - name: grade
        run: ragedu grade {notebook} --exercise {exercise} --format github --json result.json
      - if: always()
        uses: actions/upload-artifact@v4
        with:
          name: result
          path: result.json
          if-no-files-found: ignore
"""


def write_gradescope(path: Path, exercise: str) -> None:
    """Write autograder.zip: two scripts, and ragedu itself, so that nothing need be published anywhere."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, "setup.sh", _SETUP.encode(), executable=True)
        _add(archive, "run_autograder", _run(exercise).encode(), executable=True)
        for each in sorted(PACKAGE.rglob("*")):
            parts = each.relative_to(PACKAGE.parent).parts
            if each.is_file() and not set(parts) & set(_LEFT_OUT):
                _add(archive, "/".join(parts), each.read_bytes())


def _run(exercise: str) -> str:
    not_started = not_graded(
        "grader_error",
        "the grader did not come to its end. Submit once more; if this stays, tell your instructor, to whom the "
        "autograder's output says why.",
    )
    return _RUN.format(exercise=exercise, not_started=gradescope_results(not_started))


def write_github(path: Path, exercise: str, notebook: str) -> None:
    """Write the workflow, which installs ragedu from the wheel beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_WORKFLOW.format(exercise=exercise, notebook=notebook, wheel=WHEEL), encoding="utf-8")


def _add(archive: zipfile.ZipFile, name: str, content: bytes, executable: bool = False) -> None:
    # A date of its own for every file would make each zip another.
    entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = (0o100755 if executable else 0o100644) << 16
    archive.writestr(entry, content)
