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


def test_the_scores_of_the_bleu_benchmark_agree_with_nltks():
    command = [sys.executable, str(BENCHMARKS / "bleu_pairs.py"), "--pairs", "50", "--rounds", "1"]

    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert printed.startswith("50 pairs, CPU seconds, best of 1 rounds")
    assert re.findall(r"^(corpus, one score|each answer) +.* (equal|DIFFERENT)$", printed, re.MULTILINE) == [
        ("corpus, one score", "equal"),
        ("each answer", "equal"),
    ]


def test_the_diagnosis_benchmark_shows_that_memory_does_not_grow_with_the_file():
    command = [sys.executable, str(BENCHMARKS / "diagnose_rate.py"), "--traces", "20000", "--rounds", "1"]

    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    peaks = {
        name: (float(whole), float(half))
        for name, whole, half in re.findall(r"^(\S+) .* (\S+) +(\S+)$", printed.split("of half")[1], re.MULTILINE)
    }
    assert set(peaks) == {"diagnosed", "reported", "json.loads"}
    # With 100,000 traces it grows by 0.2 MB; kept in memory, 10,000 would take more than 20.
    assert peaks["diagnosed"][0] - peaks["diagnosed"][1] < 5
    # A report keeps about 2 kB of a question: scores, reasons, its words.
    assert peaks["reported"][0] - peaks["reported"][1] < 40


def test_the_judges_benchmark_tells_each_judges_time():
    command = [sys.executable, str(BENCHMARKS / "judging.py"), "4"]

    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert len(re.findall(r"^(OverlapJudge|EmbeddingJudge), .+ \d+\.\d\d$", printed, re.MULTILINE)) == 3


def test_the_grounding_benchmark_checks_every_kind_of_text():
    command = [sys.executable, str(BENCHMARKS / "grounding_speed.py"), "--size", "4000"]

    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    rows = re.findall(r"^(\S.*?) +\d+\.\d+ +\d+\.\d+ +\d+\.\d+$", printed, re.MULTILINE)
    assert {"answers", "Chinese", "unclosed brackets", "one word"} <= set(rows)


def test_the_time_of_a_check_is_measured_for_every_problem():
    command = [sys.executable, str(BENCHMARKS / "check_time.py"), "1", "all"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert [each for each in bank.ids() if not re.search(rf"^ +{each} +\d+\.\d$", printed, re.MULTILINE)] == []
    assert re.search(r"^the same calls by pytest +\d", printed, re.MULTILINE)
    assert re.search(r"^ +import ragedu\.learn +-?\d", printed, re.MULTILINE)
