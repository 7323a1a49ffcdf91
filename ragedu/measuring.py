"""What stands between `ragedu evaluate` and the experiments: options as typed, progress, and files out."""

import csv
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from ragedu.experiment import Evaluation, default_measures, evaluate_file, read_truth, scorer_of
from ragedu.files import written
from ragedu.formats import detect_format


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which measures are asked for: those named, or all at these cuts; and those that a limit needs."""

    ks: Sequence[int]
    measures: Sequence[str] | None
    also: Sequence[str]

    @classmethod
    def typed(cls, ks: str, measures: str, limits: Mapping[str, float]) -> "Wanted":
        """The options as typed: "1,3,10", "recall@10,rr"."""
        named = _parts(measures)
        for name in named:
            scorer_of(name)
        return cls([_cut(each) for each in _parts(ks)], named or None, list(limits))


def _parts(text: str) -> list[str]:
    return list(dict.fromkeys(each.strip() for each in text.split(",") if each.strip()))


def _cut(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) >= 1):
        raise ValueError(f"-k takes whole numbers from 1 up, such as 1,3,10, not {text!r}.")
    return int(text)


def limit_in(text: str) -> tuple[str, float]:
    """ "recall@10=0.8" as its measure and its value."""
    name, _, value = (each.strip() for each in text.partition("="))
    try:
        limit = float(value)
    except ValueError:
        limit = float("nan")
    if not name or not isfinite(limit):
        raise ValueError(f"--fail-under takes a measure and a number, such as recall@10=0.8, not {text!r}.")
    scorer_of(name)
    return name, limit


def measured(
    path: Path, qrels: Path | None, wanted: Wanted, *, format: str = "", split: str, **options: Any
) -> Evaluation:
    """The evaluation of a file, with a progress bar on a terminal."""
    taken = format or detect_format(path)
    truth = None if qrels is None else read_truth(qrels, split)
    measures = wanted.measures or default_measures(wanted.ks, with_evidence=not isinstance(truth, Mapping))
    asked = list(dict.fromkeys([*measures, *wanted.also]))
    total = len(truth) if taken == "trec-run" and isinstance(truth, Sized) else _lines_in(path)
    return evaluate_file(path, truth, format=taken, measures=asked, watch=_watch(total), **options)


def _lines_in(path: Path) -> int:
    if not path.is_file():
        return 0
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(2**20), b""))


def _watch(total: int) -> Callable[[Iterable[Any]], Iterable[Any]]:
    """What moves a progress bar on the error stream; where that is no terminal, nothing does."""
    import typer

    def watched(answers: Iterable[Any]) -> Iterator[Any]:
        with typer.progressbar(
            length=total, label="Reading", file=sys.stderr, update_min_steps=max(1, total // 100)
        ) as bar:
            for each in answers:
                bar.update(1)
                yield each

    return watched if sys.stderr.isatty() else iter


def as_json(result: Evaluation, by: str = "") -> dict[str, Any]:
    """The result for a JSON file, with the means by a label where one was asked for."""
    content = result.to_dict()
    if by:
        content["by"] = {by: {value: _means(each) for value, each in result.by(by).items()}}
    return content


def _means(result: Evaluation) -> dict[str, Any]:
    content = result.to_dict()
    return {"questions": content["questions"], "measures": content["measures"]}


def write_csv(path: Path, result: Evaluation, per_question: bool) -> None:
    """The means, a row for each measure; or every score, a row for each question."""
    rows: list[Sequence[object]]
    if per_question:
        rows = [["question", *result.measures_asked]]
        rows += [[_defused(question), *scores.values()] for question, scores in result.per_question.items()]
    else:
        rows = [["measure", "mean", "questions"]]
        rows += [
            [name, "" if each.mean is None else each.mean, each.questions] for name, each in result.measures.items()
        ]
    with written(path) as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def _defused(text: str) -> str:
    # A spreadsheet would take such a text for a formula.
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def below(result: Evaluation, limits: Mapping[str, float]) -> list[str]:
    """A sentence for each limit that was not reached; a mean over no question reaches none."""
    missed = []
    for name, limit in limits.items():
        mean = result.mean(name)
        if mean.mean is None:
            missed.append(f"{name} has no question to be measured on; the limit is {limit:g}.")
        elif mean.mean < limit - 1e-12:
            missed.append(f"{name} is {mean.mean:.4f} over {mean.questions} questions, below the limit of {limit:g}.")
    return missed
