"""The benchmarks run, and compare like with like; how fast is for a person to look at."""

import re
import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def test_the_scores_of_the_msmarco_size_benchmark_agree_with_pytrec_evals():
    command = [sys.executable, str(BENCHMARKS / "msmarco_size.py"), "--questions", "40", "--rounds", "1"]

    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert printed.count("equal") == 4
    assert "DIFFERENT" not in printed
    # 26 MB at full size as well; pytrec_eval, which reads everything first, needs 1.2 GB there.
    assert float(re.search(r"^ragedu +\S+ +\S+ +(\S+)$", printed, re.MULTILINE)[1]) < 60


def test_the_judges_benchmark_tells_each_judges_time():
    command = [sys.executable, str(BENCHMARKS / "judging.py"), "4"]

    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert len(re.findall(r"^(OverlapJudge|EmbeddingJudge), .+ \d+\.\d\d$", printed, re.MULTILINE)) == 3


def test_the_grounding_benchmark_checks_every_kind_of_text():
    command = [sys.executable, str(BENCHMARKS / "grounding_speed.py"), "--size", "4000"]

    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    rows = re.findall(r"^(\S.*?) +\d+\.\d+ +\d+\.\d+ +\d+\.\d+$", printed, re.MULTILINE)
    assert {"answers", "Chinese", "unclosed brackets", "one word"} <= set(rows)
