"""An MS MARCO-size run, from file to scores: ragedu and pytrec_eval side by side.

Makes a seeded run of 6,980 questions with 1,000 documents each and judgements for it, then lets each library compute
precision@10, recall@100, reciprocal rank and nDCG@10 in a process of its own. Printed are CPU seconds (user and
system) and peak memory, the best of several rounds, and whether the scores agree.

    python benchmarks/msmarco_size.py
    python benchmarks/msmarco_size.py --questions 500 --rounds 1
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

MEASURES = ("precision@10", "recall@100", "rr", "ndcg@10")


def make_files(folder: Path, questions: int, documents: int, seed: int = 0) -> tuple[Path, Path]:
    """A run and its qrels, the same for the same seed."""
    source = random.Random(seed)
    run, qrels = folder / "bench.run", folder / "bench.qrels"
    with run.open("w") as ranked, qrels.open("w") as judged:
        for question in range(1_000_000, 1_000_000 + questions):
            found = source.sample(range(8_841_823), documents)
            # Four decimals: pytrec_eval keeps 32 bits of a score and would see ties where there are none.
            scores = sorted((round(source.uniform(5, 30), 4) for _ in found), reverse=True)
            rows = enumerate(zip(found, scores, strict=True), start=1)
            ranked.writelines(f"{question} Q0 {each} {rank} {score} bm25\n" for rank, (each, score) in rows)
            # Relevant documents stand near the top more often than not, and some were never retrieved.
            places = {min(int(source.expovariate(0.05)), documents - 1) for _ in range(source.randint(1, 4))}
            judged.writelines(f"{question} 0 {found[place]} {source.randint(0, 3)}\n" for place in sorted(places))
            judged.write(f"{question} 0 never-retrieved 1\n")
    return run, qrels


def score_with_ragedu(run: Path, qrels: Path) -> Iterator[list[float]]:
    """The four measures of each judged question, one question in memory at a time."""
    from ragedu.formats import iter_run, read_qrels
    from ragedu.retrieval import ndcg_at_k, precision_at_k, recall_at_k, reciprocal_rank

    judgements = read_qrels(qrels)
    for question, ranking in iter_run(run):
        grades = judgements[question]
        yield [
            precision_at_k(ranking.ids, grades, 10),
            recall_at_k(ranking.ids, grades, 100),
            reciprocal_rank(ranking.ids, grades),
            ndcg_at_k(ranking.ids, grades, 10),
        ]


def score_with_pytrec_eval(run: Path, qrels: Path) -> Iterator[list[float]]:
    """The same with pytrec_eval and its own readers."""
    import pytrec_eval

    with qrels.open() as file:
        judgements = pytrec_eval.parse_qrel(file)
    with run.open() as file:
        rankings = pytrec_eval.parse_run(file)
    names = ("P_10", "recall_100", "recip_rank", "ndcg_cut_10")
    for scores in pytrec_eval.RelevanceEvaluator(judgements, set(names)).evaluate(rankings).values():
        yield [scores[name] for name in names]


LIBRARIES: dict[str, Callable[[Path, Path], Iterator[list[float]]]] = {
    "ragedu": score_with_ragedu,
    "pytrec_eval": score_with_pytrec_eval,
}


def means(library: str, run: Path, qrels: Path) -> dict[str, float]:
    """The mean of each measure over the questions."""
    count, totals = 0, [0.0] * len(MEASURES)
    for scores in LIBRARIES[library](run, qrels):
        count += 1
        totals = [total + score for total, score in zip(totals, scores, strict=True)]
    return {name: total / count for name, total in zip(MEASURES, totals, strict=True)}


def measured(library: str, run: Path, qrels: Path) -> dict[str, float]:
    """The means as a process of its own computes them, with what that process used."""
    command = [sys.executable, __file__, "--child", library, str(run), str(qrels)]
    start = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        printed = child.stdout.read()
        # wait4 tells of this child alone; RUSAGE_CHILDREN would add up all of them.
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{library} stopped with exit code {child.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024  # ru_maxrss: bytes on macOS, kilobytes on Linux
    usage = {"cpu": used.ru_utime + used.ru_stime, "peak": used.ru_maxrss * unit / 1e6}
    return {**json.loads(printed), **usage, "seconds": perf_counter() - start}


def report(results: dict[str, list[dict[str, float]]], size: float) -> None:
    """Both libraries side by side, the best of the rounds, and ragedu as a share of pytrec_eval."""
    best = {
        name: {key: min(each[key] for each in rounds) for key in ("cpu", "seconds", "peak")}
        for name, rounds in results.items()
    }
    print(f"run of {size / 1e6:.0f} MB, best of {len(results['ragedu'])} rounds\n")
    print(f"{'':14}{'CPU s':>8}{'wall s':>8}{'peak MB':>9}")
    for name, used in best.items():
        print(f"{name:14}{used['cpu']:8.2f}{used['seconds']:8.2f}{used['peak']:9.1f}")
    ours, theirs = best["ragedu"], best["pytrec_eval"]
    shares = [ours[key] / theirs[key] for key in ("cpu", "seconds", "peak")]
    print(f"{'ratio':14}{shares[0]:8.2f}{shares[1]:8.2f}{shares[2]:9.3f}\n")
    for name in MEASURES:
        a, b = results["ragedu"][0][name], results["pytrec_eval"][0][name]
        print(f"{name:14}{a:10.6f}{b:10.6f}  {'equal' if abs(a - b) < 1e-9 else 'DIFFERENT'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=6980)
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--child", nargs=3, metavar=("LIBRARY", "RUN", "QRELS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        library, run, qrels = options.child
        print(json.dumps(means(library, Path(run), Path(qrels))))
        return
    with tempfile.TemporaryDirectory() as folder:
        run, qrels = make_files(Path(folder), options.questions, options.documents)
        results: dict[str, list[dict[str, float]]] = {name: [] for name in LIBRARIES}
        for _ in range(options.rounds):
            for name, rounds in results.items():
                rounds.append(measured(name, run, qrels))
        report(results, run.stat().st_size)


if __name__ == "__main__":
    main()
