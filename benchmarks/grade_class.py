"""What grading a class takes: time for each notebook, time to the first result, memory; ours, and others' on ten.

    .venv/bin/python benchmarks/grade_class.py [N]            500 notebooks if N is not given
    .venv/bin/python benchmarks/grade_class.py 5000 --linear   a tenth of them first: does time grow with number alone?

Nine in ten are right, in different words; the rest hold a misconception, an error, a loop. nbgrader and otter-grader
are measured where they are installed (`make slow` installs nbgrader): on ten notebooks, for they take seconds each.

An interpreter that was built without optimisation, as pyenv's are, takes about a quarter longer than a system's own.
"""

import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
SOLVED = HERE / "solutions" / "01_does_it_find_it.ipynb"
BODIES = {
    "right": "return float(any(each in relevant for each in retrieved[:k]))",
    "right too": "return 1.0 if set(retrieved[:k]) & set(relevant) else 0.0",
    "stops one early": "return float(any(each in relevant for each in retrieved[:k - 1]))",
    "an error": "return retrieved[k + 1000]",
}


def notebook(number: int) -> dict[str, Any]:
    """The solved exercise as learner number so and so has it."""
    content: dict[str, Any] = json.loads(SOLVED.read_text(encoding="utf-8"))
    kind = list(BODIES)[2 + number % 20 // 10] if number % 10 == 9 else list(BODIES)[number % 2]
    for cell in content["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "01-hit-rate-at-k":
            cell["source"] = f"# learner {number}\ndef hit_rate_at_k(retrieved, relevant, k):\n    {BODIES[kind]}\n"
    return content


def written(folder: Path, count: int) -> Path:
    """A class of so many in a folder."""
    folder.mkdir()
    for number in range(count):
        (folder / f"learner_{number:05}.ipynb").write_text(json.dumps(notebook(number)), encoding="utf-8")
    return folder


# --- ours ---


def warm(mode: Any, rounds: int) -> list[float]:
    """Milliseconds for each further notebook in a warm grader."""
    from ragedu.grading import Grader, Isolation
    from ragedu.grading.submission import submission_of

    submissions = [submission_of(notebook(2 * number), "a.ipynb") for number in range(10)]
    taken = []
    with Grader(isolation=Isolation(mode), many=True) as grader:
        grader.grade(submissions[0])
        for number in range(rounds):
            began = time.perf_counter()
            grader.grade(submissions[number % 10])
            taken.append(1000 * (time.perf_counter() - began))
    return taken


def private_megabytes() -> float:
    """The memory that is a child's alone when a notebook has been run: what the system would win by ending it."""
    from ragedu.grading import Grader
    from ragedu.grading.linux import descendants
    from ragedu.grading.submission import submission_of

    content = notebook(0)
    content["cells"][-2]["source"] += "\nimport time; time.sleep(1.5)"
    seen: list[float] = []
    with Grader() as grader:
        grader.grade(submission_of(notebook(0), "a"))
        assert grader.nursery.zygote
        root = grader.nursery.zygote.process.pid
        watching = threading.Thread(target=grader.grade, args=(submission_of(content, "a"),))
        watching.start()
        time.sleep(1.0)
        for pid in descendants(root)[-1:]:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            seen.append(sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024)
        watching.join()
    return max(seen, default=0.0)


def command(folder: Path, results: Path, *options: str) -> tuple[float, float, float]:
    """Seconds to the first result, seconds in all, and peak megabytes of the grader, of `ragedu grade FOLDER`."""
    words = [sys.executable, "-m", "ragedu.cli", "grade", str(folder), "--results", str(results), *options]
    began = time.perf_counter()
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        first = 0.0
        while process.poll() is None and not first:
            if next(results.glob("learner_*.json"), None):
                first = time.perf_counter() - began
            time.sleep(0.005)
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return first, time.perf_counter() - began, used.ru_maxrss / 1024


# --- others, on ten ---


def nbgrader_seconds(folder: Path) -> float:
    """Seconds a notebook of `nbgrader autograde` on ten."""
    run(folder, "ragedu.cli", "autograder", "nbgrader", "--exercise", "01")
    run(folder, "nbgrader", "generate_assignment", "exercise_01", "--create")
    for number in range(10):
        place = folder / "submitted" / f"learner{number}" / "exercise_01"
        place.mkdir(parents=True)
        solved = json.loads((folder / "source" / "exercise_01" / SOLVED.name).read_text(encoding="utf-8"))
        (place / SOLVED.name).write_text(json.dumps(solved), encoding="utf-8")
    return timed(lambda: run(folder, "nbgrader", "autograde", "exercise_01", "--create")) / 10


def otter_seconds(folder: Path) -> float:
    """Seconds a notebook of `otter run` on ten, with one check as its only test: what it takes at the least."""
    tests = folder / "tests"
    tests.mkdir()
    case = {"code": ">>> assert hit_rate_at_k(['a'], {'a'}, 1) == 1.0\n", "hidden": False, "locked": False}
    suite = {"cases": [case], "scored": True, "setup": "", "teardown": "", "type": "doctest"}
    (tests / "q1.py").write_text(f"OK_FORMAT = True\ntest = {{'name': 'q1', 'points': 1, 'suites': [{suite}]}}\n")
    run(folder, "otter", "generate", "--no-environment")
    (folder / "a.ipynb").write_text(json.dumps(notebook(0)), encoding="utf-8")
    (folder / "out").mkdir()
    one = lambda: run(folder, "otter", "run", "-a", "autograder.zip", "-o", "out", "--no-logo", "a.ipynb")  # noqa: E731
    return timed(lambda: [one() for _ in range(10)]) / 10


def run(folder: Path, module: str, *options: str) -> None:
    """Run a tool in a folder."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "HOME": str(folder), "PATH": path}
    words = [sys.executable, "-m", module, *options]
    subprocess.run(words, cwd=folder, env=environment, check=True, capture_output=True)


def timed(act: Callable[[], object]) -> float:
    """How many seconds it takes."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


# --- the table ---


def lines(count: int, linear: bool, place: Path) -> Iterator[str]:
    """What was measured, line by line."""
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "?"
    yield f"{os.cpu_count()} processors, load {load}, Python {sys.version.split()[0]}"
    empty = [sys.executable, "-I", "-S", "-c", ""]
    starts = [timed(lambda: subprocess.run(empty, check=True)) for _ in range(20)]
    yield f"for scale: Python starts and ends in         {1000 * statistics.median(starts):6.1f} ms"
    for mode in ("off", "auto"):
        taken = warm(mode, 100)
        yield (
            f"each further notebook, warm, --isolation {mode:5} {statistics.median(taken):6.1f} ms median, "
            f"{min(taken):.1f} fastest"
        )
    yield f"memory that is one child's alone               {private_megabytes():6.1f} MB"
    sizes = [count // 10, count] if linear else [count]
    for size in sizes:
        folder = written(place / f"class{size}", size)
        for jobs in ("1", "2"):
            first, whole, megabytes = command(folder, place / f"results{size}-{jobs}", "-j", jobs)
            yield (
                f"class of {size}, -j {jobs}: {whole:.1f} s, {1000 * whole / size:.1f} ms each, first result after "
                f"{first:.2f} s, grader's peak {megabytes:.0f} MB"
            )
    for name, measure in {"nbgrader": nbgrader_seconds, "otter": otter_seconds}.items():
        if importlib.util.find_spec(name):
            (place / name).mkdir()
            yield f"{name}: {1000 * measure(place / name):.0f} ms each, ten in a row"
        else:
            yield f"{name}: not installed here, not measured"


def main(arguments: Sequence[str]) -> None:
    """Measure and print."""
    numbers = [int(each) for each in arguments if each.isdigit()]
    with tempfile.TemporaryDirectory() as folder:
        for line in lines(numbers[0] if numbers else 500, "--linear" in arguments, Path(folder)):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
