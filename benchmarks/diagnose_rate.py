"""How many traces a second `breakdown_file` diagnoses on one core, beside json.loads of the same lines.

Makes a seeded file of traces that hold ids alone (question, evidence, what is indexed, 20 candidates, 5 in the prompt,
a verdict), then reads it in turns: diagnosed, reported (found, grounded, right of every question, which it keeps), and
parsed as JSON and thrown away, which nobody who reads the file can go below. Printed are CPU seconds of a process of
its own, the rate, the peak of memory, and the ratio to parsing; with half the traces as well, because a diagnosis'
memory must not grow with the file, and a report's may by what it says of each question alone.

    python benchmarks/diagnose_rate.py
    python benchmarks/diagnose_rate.py --traces 20000 --passages 1000000
    python benchmarks/diagnose_rate.py --answers     # with texts in the prompt, and answers to check against them
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

CANDIDATES, IN_PROMPT = 20, 5


def make_file(path: Path, traces: int, passages: int, answers: bool = False, seed: int = 0) -> None:
    """A file of traces of which each stage loses some, the same for the same seed."""
    source = random.Random(seed)
    with path.open("w", encoding="utf-8") as file:
        for number in range(traces):
            found = [f"passage-{each}" for each in source.sample(range(passages), CANDIDATES)]
            needed = [source.choice([*found, "never-indexed"])]
            record = {
                "id": f"question-{number}",
                "question": f"How do I reset device number {number}?",
                "evidence": [needed],
                "labels": {"topic": source.choice(["setup", "network", "policy"])},
                "indexed": [each for each in needed if each != "never-indexed"],
                "candidates": found,
                "prompt": found[:IN_PROMPT],
                "verdict": source.choice(["right", "wrong"]),
            }
            if answers:
                texts = [f"Hold the button of {each} for {source.randint(2, 30)} seconds." for each in found]
                record["prompt"] = [{"id": each, "text": text} for each, text in zip(found, texts, strict=True)][
                    :IN_PROMPT
                ]
                record["answer"] = f"Hold it for {source.randint(2, 30)} seconds [{found[0]}]."
            file.write(json.dumps(record) + "\n")


def diagnose(path: Path) -> int:
    """How many traces were diagnosed."""
    from ragedu.diagnosis import breakdown_file

    return breakdown_file(path, by="topic").questions


def parse(path: Path) -> int:
    """How many lines were parsed."""
    with path.open(encoding="utf-8") as file:
        return sum(1 for line in file if json.loads(line))


def tell(path: Path) -> int:
    """How many traces were reported, with the intervals of their means."""
    from ragedu.trace_files import report_file

    result = report_file(path)
    return len(str(result.table())) and result.questions


WORKERS = {"diagnosed": diagnose, "reported": tell, "json.loads": parse}


def measured(worker: str, path: Path) -> dict[str, float]:
    """What a process of its own used, user and system."""
    with subprocess.Popen([sys.executable, __file__, "--child", worker, str(path)], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        traces = int(child.stdout.read())
        # wait4 tells of this child alone; RUSAGE_CHILDREN would add up all of them.
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{worker} stopped with exit code {child.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024  # ru_maxrss: bytes on macOS, kilobytes on Linux
    cpu = used.ru_utime + used.ru_stime
    return {"cpu": cpu, "rate": traces / cpu, "peak": used.ru_maxrss * unit / 1e6}


def best(worker: str, path: Path, rounds: int) -> dict[str, float]:
    """The fastest of the rounds."""
    return min((measured(worker, path) for _ in range(rounds)), key=lambda each: each["cpu"])


def main() -> None:
    """Measure in turns and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--traces", type=int, default=100_000)
    parser.add_argument("--passages", type=int, default=20_000, help="of how many passages the candidates are drawn")
    parser.add_argument("--answers", action="store_true", help="texts in the prompt, and answers")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--child", nargs=2, metavar=("WORKER", "FILE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        worker, path = options.child
        print(WORKERS[worker](Path(path)))
        return
    with tempfile.TemporaryDirectory() as folder:
        whole, half = Path(folder, "whole.jsonl"), Path(folder, "half.jsonl")
        make_file(whole, options.traces, options.passages, options.answers)
        make_file(half, options.traces // 2, options.passages, options.answers)
        print(f"{options.traces} traces, {whole.stat().st_size / 1e6:.0f} MB, best of {options.rounds} rounds\n")
        print(f"{'':14}{'CPU s':>8}{'traces/s':>10}{'to parsing':>12}{'peak MB':>9}{'of half':>9}")
        used = {worker: best(worker, whole, options.rounds) for worker in WORKERS}
        for worker, each in used.items():
            ratio, smaller = each["cpu"] / used["json.loads"]["cpu"], best(worker, half, 1)["peak"]
            print(
                f"{worker:14}{each['cpu']:8.2f}{each['rate']:10.0f}{ratio:12.2f}{each['peak']:9.1f}{smaller:9.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
