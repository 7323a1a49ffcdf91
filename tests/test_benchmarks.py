"""The benchmarks run, and compare like with like; how fast is for a person to look at."""

import re
import subprocess
import sys
from pathlib import Path

from ragedu.learn import bank

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def test_the_scores_of_the_msmarco_size_benchmark_agree_with_pytrec_evals():
    command = [sys.executable, str(BENCHMARKS / "msmarco_size.py"), "--questions", "40", "--rounds", "1"]

    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert printed.count("equal") == 4
    assert "DIFFERENT" not in printed
    # 26 MB at full size as well; pytrec_eval, which reads everything first, needs 1.2 GB there.
    assert float(re.search(r"^ragedu +\S+ +\S+ +(\S+)$", printed, re.MULTILINE)[1]) < 60


def test_the_time_of_a_check_is_measured_for_every_problem():
    command = [sys.executable, str(BENCHMARKS / "check_time.py"), "1", "all"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert [each for each in bank.ids() if not re.search(rf"^ +{each} +\d+\.\d$", printed, re.MULTILINE)] == []
    assert re.search(r"^the same calls by pytest +\d", printed, re.MULTILINE)
    assert re.search(r"^ +import ragedu\.learn +-?\d", printed, re.MULTILINE)
