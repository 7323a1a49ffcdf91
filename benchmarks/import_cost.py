#!/usr/bin/env python3
"""What `import ragedu` costs beside a bare Python, in one run: python benchmarks/import_cost.py [rounds]

Each round starts every command once, in turn, so that a busy moment of the machine meets all of them alike.
"""

import subprocess
import sys
import time
from statistics import median

COMMANDS = {
    "bare python": "pass",
    "import ragedu": "import ragedu",
    "ragedu.recall_at_k": "import ragedu; ragedu.recall_at_k",
    "ragedu.learn.check": "from ragedu.learn import check",
    "import json (a peer)": "import json",
}


def milliseconds(statement: str) -> float:
    """How long a fresh Python takes for a statement, start and end included."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True)
    return 1000 * (time.perf_counter() - started)


def measured(rounds: int) -> dict[str, list[float]]:
    """So many times for each command."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(rounds):
        for name, statement in COMMANDS.items():
            times[name].append(milliseconds(statement))
    return times


def main(arguments: list[str]) -> int:
    """Print a line for each command: median, ratio to a bare Python, milliseconds on top."""
    rounds = int(arguments[0]) if arguments else 20
    measured(1)  # the first start reads the disk
    medians = {name: median(times) for name, times in measured(rounds).items()}
    bare = medians["bare python"]
    print(f"{'median of ' + str(rounds):24}{'ms':>8}{'ratio':>8}{'ms more':>9}")
    for name, value in medians.items():
        print(f"{name:24}{value:8.1f}{value / bare:8.2f}{value - bare:9.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
