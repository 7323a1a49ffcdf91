"""Reports and sweeps of recorded traces: a file, a file for each setting, or one file's rankings cut elsewhere.

A file is read once, trace by trace; what is kept of a trace is what a `Reporter` keeps.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ragedu.cases import Trace
from ragedu.diagnosis import Breakdown, Listener, breakdown_file, with_cut
from ragedu.evaluation import count, cut
from ragedu.formats import FormatError, detect_format, first_line, iter_traces, quoted, repeat_in
from ragedu.measures import checked_ks
from ragedu.reporting import AnsweredTwiceError, Report, Reporter
from ragedu.sweeps import Sweep

Watch = Callable[[Iterable[Any], str | Path, int | None], Iterable[Any]]

OTHER_PROMPT = (
    "The answers belong to the prompts that they were recorded with: grounded, right and tokens are known only where a "
    "cut leaves the prompt as it was."
)


def _unwatched(results: Iterable[Any], path: str | Path, total: int | None) -> Iterable[Any]:
    return results


def report_file(path: str | Path, *, format: str | None = None, watch: Watch = _unwatched) -> Report:
    """`report` of a file of traces, in any of the formats that `iter_traces` reads, in one pass.

    format  of the file; None finds it out
    watch   is handed the traces, the path and None, and hands on the traces: a place for a progress bar

    Errors  FormatError for a file that can't be read, naming its line, and for a question answered twice
    """
    told = Reporter()
    _read(path, format, watch, told.add)
    return told.report()


def _read(path: str | Path, format: str | None, watch: Watch, take: Callable[[Trace], object]) -> None:
    taken = format or detect_format(path)
    if taken == "trec-run":
        raise FormatError(path, None, "traces", "a run", "A run doesn't say what is needed, nor what was answered.")
    try:
        for trace in watch(iter_traces(path, taken), path, None):
            take(trace)
    except AnsweredTwiceError as error:
        raise repeat_in(path, taken) or error from None


def diagnose_and_report(
    path: str | Path, *, listener: Listener | None = None, **options: Any
) -> tuple[Breakdown, Report | None]:
    """The breakdown of a file and its report, both in the same pass; options as `breakdown_file` takes them.

    A breakdown counts answers, and a report is over questions: where one is answered twice there is no report.
    """
    told: list[Reporter] = [Reporter()]

    def take(trace: Trace, failure: Any) -> None:
        if listener:
            listener(trace, failure)
        try:
            for each in told:
                each.add(trace)
        except AnsweredTwiceError:
            told.clear()

    result = breakdown_file(path, listener=take, **options)
    return result, told[0].report() if told else None


def sweep_files(
    files: Mapping[Any, str | Path], knob: str = "file", *, format: str | None = None, watch: Watch = _unwatched
) -> Sweep:
    """A report for each of several files of traces: the same questions, put to a system at each setting of a knob.

    files   setting -> its file, such as {1: "k1.jsonl", 2: "k2.jsonl"}
    knob    what was turned between them

    Errors  as `report_file`; ValueError if there are no files, or two disagree on what is relevant to a question
    """
    if not files:
        raise ValueError("there are no files to set side by side. Give one for each setting.")
    reports = {setting: report_file(path, format=format, watch=watch) for setting, path in files.items()}
    _refuse_other_truth(files, reports)
    return Sweep(knob, reports, _of_other_questions(reports))


def _refuse_other_truth(files: Mapping[Any, str | Path], reports: Mapping[Any, Report]) -> None:
    first, *others = reports
    for other in others:
        for question, known in reports[other].truth.items():
            before = reports[first].truth.get(question)
            if before and not before.agrees_with(known):
                raise ValueError(
                    f"{files[first]} and {files[other]} disagree on what is relevant to question {question!r}. "
                    "Record the same evidence in all files."
                )


def _of_other_questions(reports: Mapping[Any, Report]) -> list[str]:
    asked = [set(each.per_question) for each in reports.values()]
    shared, all_of_them = set.intersection(*asked), set.union(*asked)
    if len(shared) == len(all_of_them):
        return []
    return [
        f"Not the same questions everywhere: {len(shared)} of {len(all_of_them)} are in all files, and each share is "
        "over its own. Differences may be the questions'."
    ]


def sweep_cuts(path: str | Path, ks: Iterable[int], *, format: str | None = None, watch: Watch = _unwatched) -> Sweep:
    """The rankings of one file of traces, cut at each k: whether the expected passages would have been in the prompt.

    What the model would have said to another prompt nobody knows, so grounded, right and tokens are known only where
    the cut leaves the recorded prompt as it was; see `ragedu.diagnosis.with_cut`.

    Errors   as `report_file`, and FormatError for a trace that records no ranking before the prompt; ValueError for a k
             that is not a whole number from 1 up
    """
    told = {k: Reporter() for k in checked_ks(ks)}
    short = dict.fromkeys(told, 0)
    taken = format or detect_format(path)

    def take(trace: Trace) -> None:
        if _has_no_ranking(trace):
            raise _cannot_be_cut(path, taken, trace)
        for k, reporter in told.items():
            reporter.add(with_cut(trace, k))
            short[k] += len(trace.candidates or () if trace.reranked is None else trace.reranked) < k

    _read(path, taken, watch, take)
    notes = [
        f"{count(many)} recorded with fewer than {k} places: what would have stood below is not known."
        for k, many in short.items()
        if many
    ]
    return Sweep("k", {k: _without_answers(each.report()) for k, each in told.items()}, [OTHER_PROMPT, *notes])


def _has_no_ranking(trace: Trace) -> bool:
    return trace.candidates is None and trace.reranked is None


def _cannot_be_cut(path: str | Path, taken: str, trace: Trace) -> FormatError:
    named, line = cut(trace.case.named), first_line(path, taken, _has_no_ranking)
    found = f"none for the question {quoted(named)}"
    advice = "A prompt doesn't tell what stood below it. Record the candidates as well."
    return FormatError(path, line, 'a ranking to cut, as "candidates" or "reranked"', found, advice)


def _without_answers(report: Report) -> Report:
    """The report without what it says of missing answers: they are not missing, they belong elsewhere."""
    found = {reason: questions for reason, questions in report.unknown.items() if reason.startswith("found")}
    return replace(report, unknown=found)
