"""Turning one knob: the same questions put to an assistant at several settings, and what each costs and brings."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ragedu import __version__
from ragedu.assistant.pipeline import Assistant, checked_threshold
from ragedu.cases import Case, Hit, described
from ragedu.evaluation import SCREEN, Evaluation, count, cut
from ragedu.extras import missing
from ragedu.measures import QUESTIONS
from ragedu.progress import progress
from ragedu.reporting import Report, Reporter
from ragedu.retrieval import checked_k
from ragedu.statistics import Interval
from ragedu.tables import Table

Make = Callable[[Any], Assistant]


@dataclass(frozen=True, slots=True, repr=False)
class Sweep:
    """A report for each setting of one knob.

    knob     what was turned, such as "k"
    reports  setting -> the report of all questions at it; `sweep[3]` is the one at 3
    notes    what else a reader should know, such as where the reports come from
    """

    knob: str
    reports: Mapping[Any, Report]
    notes: Sequence[str] = ()

    def __getitem__(self, setting: Any) -> Report:
        if setting not in self.reports:
            known = ", ".join(map(str, self.reports))
            raise KeyError(f"{self.knob} = {setting!r} was not tried. Tried were: {known}.")
        return self.reports[setting]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.reports)

    def __len__(self) -> int:
        return len(self.reports)

    @property
    def questions(self) -> int:
        """How many questions were put at each setting."""
        return max((each.questions for each in self.reports.values()), default=0)

    @property
    def known_everywhere(self) -> list[str]:
        """Which of right, grounded, found every setting has a mean of: by these alone settings can be compared."""
        return [name for name in reversed(QUESTIONS) if all(each.scores(name) for each in self.reports.values())]

    @property
    def best(self) -> Any:
        """The setting with the most right; of equal ones the best grounded, the best found, the cheapest, the first.

        A refusal claims nothing, so it makes no setting better grounded. What is not known at every setting doesn't
        count; None when nothing is.
        """
        known = self.known_everywhere

        def worth(setting: Any) -> tuple[float, ...]:
            report = self.reports[setting]
            return (*(_worth(report, name) for name in known), -(report.mean_tokens or 0.0))

        return max(self.reports, key=worth, default=None) if known else None

    @property
    def as_good(self) -> list[Any]:
        """The other settings with as many right as the best has; where right isn't known, of what `best` goes by."""
        best = self.best
        if best is None:
            return []
        most, *_ = self.known_everywhere
        worth = _worth(self.reports[best], most)
        return [each for each in self.reports if each != best and _worth(self.reports[each], most) == worth]

    def table(self) -> Table:
        """A row for each setting: the three shares, and the tokens a question."""
        rows = [
            (setting, *(_share(each, name) for name in QUESTIONS), _tokens(each))
            for setting, each in self.reports.items()
        ]
        columns = [self.knob, *QUESTIONS, "tokens a question"]
        note = "\n".join([*self.remarks, self.signature])
        return Table(f"{count(self.questions)} at each {self.knob}", columns, rows, note)

    def table_of_intervals(self) -> Table:
        """A row for each setting: the means with their 95 % intervals, tokens a question as well."""
        rows = [
            (
                setting,
                *(_between(each.interval(name) if each.scores(name) else None, 2) for name in QUESTIONS),
                _between(each.interval_of_tokens(), 0),
            )
            for setting, each in self.reports.items()
        ]
        return Table("Means and their 95 % intervals", [self.knob, *QUESTIONS, "tokens"], rows)

    def table_per_question(self, wrong_only: bool = False, most: int | None = None) -> Table:
        """Every question at every setting: what goes wrong there, "ok" where nothing that is known does.

        wrong_only  leave out the questions of which nothing goes wrong anywhere
        most        so many questions at most
        """
        questions = list(dict.fromkeys(question for each in self.reports.values() for question in each.per_question))
        rows = [
            [self._named(question), *(_wrongs(each, question) for each in self.reports.values())]
            for question in questions
        ]
        if wrong_only:
            rows = [row for row in rows if set(row[1:]) - {"ok", "–"}]
        shown = rows[:most]
        note = f"The first {most} of {count(len(rows))}." if len(shown) < len(rows) else ""
        columns = ["question", *(f"{self.knob} = {setting}" for setting in self)]
        return Table("What goes wrong at each setting", columns, shown, note)

    def _named(self, question: str) -> str:
        texts = (each.texts.get(question) for each in self.reports.values())
        return cut(next(filter(None, texts), question))

    @property
    def remarks(self) -> list[str]:
        """Refusals, what can't be known, what was left out: what holds everywhere once, the rest with its setting."""
        told = {setting: report.gaps for setting, report in self.reports.items()}
        everywhere = [each for each in next(iter(told.values()), []) if all(each in others for others in told.values())]
        here = [
            f"{self.knob} = {setting}: {each}"
            for setting, remarks in told.items()
            for each in remarks
            if each not in everywhere
        ]
        return [*self.notes, *self._refused(), *everywhere, *here]

    def _refused(self) -> list[str]:
        many = [each.grounded_refusals for each in self.reports.values()]
        told = f"Refusals among the grounded, from the first {self.knob} to the last: {', '.join(map(str, many))}."
        return [told] if any(many) else []

    @property
    def signature(self) -> str:
        """What was done, in one line."""
        stages = dict.fromkeys(each.source.get("stage", "none") for each in self.reports.values())
        parts = {"ragedu": __version__, "knob": self.knob, "settings": len(self), "questions": self.questions}
        return " | ".join([f"{key}:{value}" for key, value in {**parts, "stage": "/".join(stages)}.items()])

    def to_frame(self) -> Any:
        """A pandas DataFrame: a row for each setting; means, tokens, the ends of their intervals, their divisors."""
        try:
            import pandas as pd
        except ImportError:
            raise missing("to_frame() needs pandas", "lab") from None
        return pd.DataFrame(self.rows()).set_index(self.knob)

    def rows(self) -> list[dict[str, Any]]:
        """A dict for each setting: of found, grounded, right, tokens the mean, its interval, and how many questions.

        Last comes how many answers are refusals.
        """
        return [{self.knob: setting, **_means(each)} for setting, each in self.reports.items()]

    def plain_rows(self) -> Iterator[dict[str, Any]]:
        """The same for a file: the setting under "setting", and no blanks in the names."""
        for setting, each in self.reports.items():
            yield {"setting": setting, **{name.replace(" ", "_"): value for name, value in _means(each).items()}}

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for JSON; `ragedu/data/schemas/sweep.schema.json` describes it."""
        return {
            "ragedu": __version__,
            "signature": self.signature,
            "knob": self.knob,
            "notes": self.remarks,
            "settings": list(self.plain_rows()),
            "reports": [each.to_dict() for each in self.reports.values()],
        }

    def __str__(self) -> str:
        return self.table().text(SCREEN)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def _worth(report: Report, name: str) -> float:
    """The mean of a measure; of grounded without the refusals, which claim nothing."""
    known = len(report.scores(name))
    refusals = report.grounded_refusals / known if name == "grounded" and known else 0.0
    return (report.mean(name).mean or 0.0) - refusals


def _tokens(each: Report) -> str:
    return "–" if each.mean_tokens is None else f"{each.mean_tokens:.0f}"


def _share(each: Report, name: str) -> str:
    return each.share(name) if each.scores(name) else "–"


_WRONG = {"found": "not found", "grounded": "not grounded", "right": "wrong"}


def _wrongs(each: Report, question: str) -> str:
    known = each.per_question.get(question)
    if not known:
        return "–"
    return ", ".join(wrong for name, wrong in _WRONG.items() if known.get(name) == 0) or "ok"


def _between(interval: Interval | None, digits: int) -> str:
    if interval is None:
        return "–"
    mean, low, high = (f"{each:.{digits}f}" for each in (interval.mean, interval.low, interval.high))
    return f"{mean} [{low}, {high}]"


def _means(each: Report) -> dict[str, Any]:
    intervals = {name: each.interval(name) if each.scores(name) else None for name in QUESTIONS}
    row: dict[str, Any] = {}
    for name, interval in {**intervals, "tokens": each.interval_of_tokens()}.items():
        row[name] = interval.mean if interval else None
        row[f"{name} low"] = interval.low if interval else None
        row[f"{name} high"] = interval.high if interval else None
        row[f"{name} of"] = interval.questions if interval else 0
    return {**row, "refusals": each.refused}


def sweep_k(assistant: Assistant | Make, cases: Iterable[Case], ks: Iterable[int] = (1, 2, 3, 4)) -> Sweep:
    """Put all cases to the assistant at each k: how many passages reach the prompt.

    assistant  an `Assistant`, whose own k is set aside; or a function that makes one for a k. Whatever it makes needs
               `ask(case)`, giving a trace
    Errors     ValueError for a k that is not a whole number from 1 up, and where there are no cases

    >>> from ragedu.assistant import shop
    >>> sweep_k(shop.assistant, shop.cases, ks=[1, 4]).reports[4].share("found")
    '7 of 7'
    """
    return _swept("k", assistant, cases, [checked_k(k) for k in _several(ks, "ks", "[1, 2, 4]")])


def sweep_threshold(assistant: Assistant | Make, cases: Iterable[Case], values: Iterable[float]) -> Sweep:
    """Put all cases to the assistant at each similarity threshold: passages below it don't reach the prompt.

    assistant  an `Assistant`, whose own threshold is set aside; or a function that makes one for a threshold
    Errors     ValueError for a value that is neither a finite number nor None, and where there are no cases
    """
    thresholds = _several(values, "values", "[0, 0.1, 0.2]")
    for each in thresholds:
        if each is not None:
            checked_threshold(each)
    return _swept("threshold", assistant, cases, thresholds)


def sweep(knob: str, make: Make, settings: Iterable[Any], cases: Iterable[Case]) -> Sweep:
    """Put all cases to a system of your own at each setting of a knob of your own.

    knob      its name, as tables and figures show it
    make      makes the system for a setting; what it makes needs `ask(case)`, giving a trace
    """
    return _swept(knob, make, cases, _several(settings, "settings", '["small", "large"]'))


def _several(values: Iterable[Any], name: str, example: str) -> list[Any]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ValueError(f"{name} must be a list, such as {example}, not {described(values)}.")
    return list(values)


def _swept(knob: str, assistant: Assistant | Make, cases: Iterable[Case], settings: Sequence[Any]) -> Sweep:
    asked = _several(cases, "cases", "shop.cases")
    for each in asked:
        if not isinstance(each, Case):
            raise ValueError(f"cases must hold cases, and here is {described(each)}.")
    if not asked:
        raise ValueError("there are no cases to ask. Give a list of cases, such as shop.cases.")
    if not settings:
        raise ValueError(f"there is no {knob} to try. Give at least one.")
    make = assistant if not isinstance(assistant, Assistant) and callable(assistant) else _turned(assistant, knob)
    ways = ((setting, case) for setting in dict.fromkeys(settings) for case in asked)
    told = {setting: Reporter() for setting in settings}
    systems: dict[Any, Any] = {}
    for setting, case in progress(ways, len(told) * len(asked), f"Trying each {knob}"):
        if setting not in systems:
            systems[setting] = make(setting)
        told[setting].add(systems[setting].ask(case))
    return Sweep(knob, {setting: each.report() for setting, each in told.items()})


def _turned(assistant: Any, knob: str) -> Make:
    if not isinstance(assistant, Assistant):
        raise ValueError(
            f"a sweep takes an Assistant, or a function that makes one for each {knob}, not {described(assistant)}."
        )
    return lambda setting: replace(assistant, **{knob: setting})


def side_by_side(results: Mapping[str, Evaluation]) -> Table:
    """Several evaluations by name, such as those of several pipelines: a row for each, a column for each measure.

    Errors  ValueError if there are none, or they were not measured alike
    """
    if not results:
        raise ValueError("there is nothing to set side by side. Give results by name: {'fixed': …, 'hybrid': …}.")
    first = next(iter(results.values()))
    for name, each in results.items():
        if list(each.measures_asked) != list(first.measures_asked) or each.choices != first.choices:
            raise ValueError(f"{name!r} was measured otherwise than the first. Evaluate all with the same measures.")
    rows = [
        [name, each.questions, *(_mean(each, measure) for measure in first.measures_asked)]
        for name, each in results.items()
    ]
    return Table("Side by side", ["system", "questions", *first.measures_asked], rows)


def _mean(each: Evaluation, measure: str) -> str:
    mean = each.mean(measure).mean
    return "–" if mean is None else f"{mean:.3f}"


Pipeline = Callable[[str], Sequence[str | Hit]]


def rankings_of(pipeline: Any, questions: Mapping[str, str], depth: int) -> Iterator[tuple[str, list[str]]]:
    """Each question's id with the ids that a pipeline ranks for it, so many deep.

    pipeline  a retriever (`search(question, k)`), or a function from a question to ids or hits, best first
    """
    for its_id, question in progress(questions.items(), len(questions), "Asking"):
        hits = pipeline.search(question, depth) if hasattr(pipeline, "search") else pipeline(question)
        yield its_id, [each.id if isinstance(each, Hit) else each for each in hits][:depth]
