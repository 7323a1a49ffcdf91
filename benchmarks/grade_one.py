"""What `ragedu grade` on one solved notebook takes, whole process, beside what there is no way around.

    .venv/bin/python benchmarks/grade_one.py [NOTEBOOK]

Beside it: a bare interpreter that starts and ends, and a Jupyter kernel that runs the same notebook (nbclient), which
is what a grader built on kernels can't go below. All in one run, taken in turns, so a busy machine is busy for each.
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ROUNDS = 7

KERNEL = """
import sys, nbformat
from nbclient import NotebookClient
NotebookClient(nbformat.read(sys.argv[1], as_version=4), timeout=60, kernel_name="python3").execute()
"""


def seconds(command: list[str]) -> float:
    """How long a command takes."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> None:
    """Measure in turns, print medians and ratios."""
    notebook = sys.argv[1] if len(sys.argv) > 1 else str(HERE / "solutions" / "01_does_it_find_it.ipynb")
    commands = {
        "bare interpreter": [sys.executable, "-c", "pass"],
        "ragedu --version": [sys.executable, "-m", "ragedu.cli", "--version"],
        "ragedu grade": [sys.executable, "-m", "ragedu.cli", "grade", notebook],
        "nbclient kernel": [sys.executable, "-c", KERNEL, notebook],
    }
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, command in commands.items():
            taken[name].append(seconds(command))
    ours = statistics.median(taken["ragedu grade"])
    print(f"{'':18}{'median':>9}{'fastest':>9}   ragedu grade against it")
    for name, each in taken.items():
        print(f"{name:18}{statistics.median(each):8.3f}s{min(each):8.3f}s   {ours / statistics.median(each):.2f}")
    print(f"\n{within(notebook)}")


def within(notebook: str) -> str:
    """What one more notebook takes once the grader is warm."""
    from ragedu.grading import Grader, read_submission

    with Grader() as grader:
        grader.grade(read_submission(Path(notebook)))
        times = []
        for _ in range(20):
            began = time.perf_counter()
            grader.grade(read_submission(Path(notebook)))
            times.append(time.perf_counter() - began)
    return f"each further notebook in a warm grader: {1000 * statistics.median(times):.1f} ms (median of {len(times)})"


if __name__ == "__main__":
    main()
