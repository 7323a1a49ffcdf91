"""What stands between `ragedu evaluate`, `report`, `compare`, `diagnose` and the work: options as typed, files out."""

import csv
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from ragedu.cases import Trace
from ragedu.comparison import Comparison
from ragedu.diagnosis import Breakdown, FirstFailure, Listener, breakdown_file, named
from ragedu.evaluation import Evaluation, count, cut
from ragedu.experiment import Watch, compare_files, evaluate_file
from ragedu.figures.drawing import checked_target
from ragedu.files import written
from ragedu.measures import DEFAULT_KS, QUESTIONS, scorer_of
from ragedu.progress import progress
from ragedu.reporting import Report
from ragedu.tables import on_screen, screen_width, visible
from ragedu.trace_files import diagnose_and_report, report_file

Limit = tuple[str, float]


def asked_for(
    ks: Sequence[str], measures: Sequence[str], limits: Sequence[Limit] = (), *, answers: bool = False
) -> dict[str, Any]:
    """The options as typed, "1,3,10" and "recall@10,rr", as `evaluate` takes them; what a limit needs comes along.

    answers  found, grounded and right may be named as well
    """
    named = parts(measures)
    if named and ks:
        raise ValueError("-k goes with all measures; those named by --measures bring their cuts, as in recall@10.")
    for name in named:
        if not answers or name not in QUESTIONS:
            scorer_of(name, beside=QUESTIONS if answers else ())
    return {
        "ks": [cut_in(each) for each in parts(ks)] or list(DEFAULT_KS),
        "measures": named or None,
        "also": [name for name, _ in limits],
    }


def parts(texts: Sequence[str]) -> list[str]:
    """What an option lists, "1,3" and "5" alike, each once."""
    return list(dict.fromkeys(each.strip() for text in texts for each in text.split(",") if each.strip()))


def cut_in(text: str) -> int:
    """A cut as typed, "3"."""
    if not re.fullmatch("[1-9][0-9]*", text):
        raise ValueError(f"-k takes whole numbers from 1 up, such as 1,3,10, not {text!r}.")
    return int(text)


def limit_in(text: str, of_answers: bool = False) -> Limit:
    """ "recall@10=0.8" as its measure and its value; of answers it is one of found, grounded, right.

    ValueError for anything else.
    """
    example = "right=0.7" if of_answers else "recall@10=0.8"
    name, _, value = (each.strip() for each in text.partition("="))
    try:
        limit = float(value.removesuffix("%"))
    except ValueError:
        limit = float("nan")
    if not name or not isfinite(limit):
        raise ValueError(f"--fail-under takes a measure and a number, such as {example}, not {text!r}.")
    if not 0 <= limit <= 1 or value.endswith("%"):
        raise ValueError(f"--fail-under takes a number from 0 to 1, not {text!r}: 80 % is 0.8.")
    if not of_answers:
        scorer_of(name)
    elif name not in QUESTIONS:
        raise ValueError(f"a report measures {', '.join(QUESTIONS)}, not {name!r}. For others take ragedu evaluate.")
    return name, limit


def evaluated(path: Path, qrels: Path | None, **options: Any) -> Evaluation:
    """The evaluation of a file, with a progress bar on a terminal."""
    return evaluate_file(path, qrels, watch=watch(), **options)


def reported(path: Path, format: str) -> Report:
    """The report of a file of traces, with a progress bar on a terminal."""
    return report_file(path, format=format or None, watch=watch())


def compared(a: Path, b: Path, qrels: Path | None, **options: Any) -> Comparison:
    """Two files compared, with a progress bar on a terminal."""
    return compare_files(a, b, qrels, watch=watch(), **options)


def shown(result: Evaluation, by: str, per_question: bool) -> str:
    """What is printed: the means, those by a label, every question."""
    tables = [result.table()]
    tables += [result.table_by(by)] if by else []
    tables += [result.table_per_question()] if per_question else []
    return on_screen(*tables)


def shown_comparison(result: Comparison, a: Path, b: Path) -> str:
    """What is printed: which file is A and which is B, and the differences; the counts where there is room for them."""
    whole, width = result.table(), screen_width()
    table = whole if width is None or whole.width <= width else result.table(counts=False)
    return f"A: {visible(str(a))}, B: {visible(str(b))}\n\n{on_screen(table)}"


def _lines_in(path: Path) -> int:
    if not path.is_file():
        return 0
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(2**20), b""))


def watch() -> Watch:
    """What moves a progress bar; where there is no terminal, the lines need not be counted either."""

    def watched(answers: Iterable[Any], path: str | Path, total: int | None) -> Iterator[Any]:
        return progress(answers, _lines_in(Path(path)) if total is None else total, "Reading")

    return watched if sys.stderr.isatty() else lambda answers, path, total: answers


def as_json(result: Evaluation, by: str = "") -> dict[str, Any]:
    """The result for a JSON file, with the means by a label where one was asked for."""
    content = result.to_dict()
    if by:
        content["by"] = {by: {value: each.means_to_dict() for value, each in result.by(by).items()}}
    return content


def write_csv(path: Path, result: Evaluation, per_question: bool, by: str = "") -> None:
    """The means, a row for each measure; or every score, a row for each question.

    With a label, the means are a row for each of its values and each measure, and the scores have its value as well.
    """
    rows = _score_rows(result, by) if per_question else _mean_rows(result, by)
    with written(path) as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def _score_rows(result: Evaluation, by: str) -> Iterator[Sequence[object]]:
    slices = result.by(by) if by else {"": result}
    columns = [*result.measures_asked, *result.columns()]
    yield ["question", *([_column_of(by, "question", *columns)] if by else []), *columns]
    for value, each in slices.items():
        for question, scores in each.per_question.items():
            yield [
                defused(question),
                *([defused(value)] if by else []),
                *(scores.get(name, "") for name in result.measures_asked),
                *(plain_cell(known.get(question)) for known in result.columns().values()),
            ]


def _mean_rows(result: Evaluation, by: str) -> Iterator[Sequence[object]]:
    slices = result.by(by) if by else {"": result}
    # What ragedu's tables begin with is how it knows its own file again, so the label comes second.
    yield [
        "measure",
        *([_column_of(by, "measure", "mean", "questions", "low", "high")] if by else []),
        "mean",
        "questions",
        "low",
        "high",
    ]
    for value, each in slices.items():
        for name, mean in each.measures.items():
            interval = each.interval_of_mean(name)
            ends = [interval.low, interval.high] if interval else [None, None]
            yield [
                name,
                *([defused(value)] if by else []),
                *map(plain_cell, [mean.mean, mean.questions, *ends]),
            ]


def _column_of(label: str, *taken: str) -> str:
    return f"{label} (label)" if label in taken else defused(label)


def defused(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def below(result: Evaluation, limits: Iterable[Limit]) -> list[str]:
    """A sentence for each limit that was not reached; a mean over no question reaches none."""
    missed = []
    for name, limit in limits:
        mean = result.mean(name)
        if mean.mean is None:
            missed.append(f"{name} has no question to be measured on; the limit is {limit:g}.")
        elif mean.mean < limit - 1e-12:
            digits = next(each for each in range(4, 18) if float(f"{mean.mean:.{each}f}") < limit)
            missed.append(
                f"{name} is {mean.mean:.{digits}f} over {count(mean.questions)}, below the limit of {limit!r}."
            )
    return missed


# --- diagnose ---


def diagnosed(
    path: Path, csv_path: Path | None, per_question: bool, with_report: bool = False, **options: Any
) -> tuple[Breakdown, Report | None]:
    """The breakdown of a file of traces, in one pass, and the report where one is asked for and can be.

    Per question, every bad answer is printed as it is read, with its first failure; and the table of comma-separated
    values has a row for each question, in place of one for each stage. Options are as `breakdown_file` takes them.
    """

    def read(**more: Any) -> tuple[Breakdown, Report | None]:
        if with_report:
            return diagnose_and_report(path, **options, **more)
        return breakdown_file(path, **options, **more), None

    if not per_question:
        result, report = read(watch=watch())
        if csv_path:
            _write_breakdown(csv_path, result)
        return result, report
    if csv_path is None:
        return read(listener=_print_bad)
    with written(csv_path) as file:
        return read(listener=_writes_rows(csv.writer(file, lineterminator="\n"), options.get("by", "")))


def _print_bad(trace: Trace, failure: FirstFailure) -> None:
    if failure.is_bad:
        print(visible(f"{cut(trace.case.named)}: {failure}"))


def _writes_rows(writer: Any, by: str) -> Listener:
    """What prints every bad answer, and writes a row for every question."""
    writer.writerow(["question", *([defused(by)] if by else []), "verdict", "first failure", "why"])

    def listen(trace: Trace, failure: FirstFailure) -> None:
        _print_bad(trace, failure)
        value = [defused(trace.case.labels.get(by, ""))] if by else []
        told = [failure.verdict or "", named(failure.possible), defused(failure.why)]
        writer.writerow([defused(trace.case.named), *value, *told])

    return listen


def _write_breakdown(path: Path, result: Breakdown) -> None:
    rows = result.rows()
    with written(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(map(defused, rows[0]))
        writer.writerows([plain_cell(each) for each in row.values()] for row in rows)


def plain_cell(value: object) -> object:
    """A value as a cell of comma-separated values holds it."""
    return defused(value) if isinstance(value, str) else "" if value is None else value


def shown_breakdown(result: Breakdown) -> str:
    """What is printed: where bad answers failed, and the same by a label."""
    tables = [result.table(), *([result.table_by()] if result.label else [])]
    return on_screen(*tables)


# --- figures and pages ---


def refuse_figure(path: Path | None) -> None:
    """Say at once, not after the work, that a figure could not be written."""
    try:
        if path:
            checked_target(path)
    except ImportError as error:
        raise ValueError(f"--figure: {error}") from None


def write_page(path: Path, page: str) -> None:
    """A page of HTML in a file."""
    with written(path) as file:
        file.write(page)
