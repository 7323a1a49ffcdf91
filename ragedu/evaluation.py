"""What came of an evaluation: every score, their means, what they were divided by, and what was left out."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from typing import Any, Literal

from ragedu import __version__
from ragedu.cases import is_text_id
from ragedu.extras import missing
from ragedu.measures import Judged, split_measure
from ragedu.retrieval import Gain
from ragedu.statistics import Interval, bootstrap_interval, mean_interval
from ragedu.tables import CellText, Table

Missing = Literal["zero", "leave_out"]
Nothing = Literal["leave_out", "zero"]

SCREEN = 80
"""How wide a table is printed before its columns go below one another."""

NO_RANKING = "no ranking was given"
"""Why a question of the truth has no score of its own."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What was chosen where tools disagree; see `evaluate`."""

    gain: Gain = "linear"
    missing: Missing = "zero"
    nothing_relevant: Nothing = "leave_out"

    def __str__(self) -> str:
        return f"gain:{self.gain} | missing:{self.missing} | nothing_relevant:{self.nothing_relevant}"


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over questions, and how many it was divided by. None when there was no question to divide by."""

    mean: float | None
    questions: int


@dataclass(frozen=True, slots=True, repr=False)
class Evaluation:
    """What came of an evaluation: every measure for every question, their means, and what was left out and why.

    per_question    question -> measure -> score, each as its definition card says
    left_out        reason -> the questions that no mean counts
    counted_zero    reason -> the questions that count 0 in every mean
    measures_asked  the names of the measures, in order
    choices         gain, missing and nothing_relevant
    source          what else the signature names: the stage that was ranked, the format, the truth, a slice
    truth           question -> what is known of it
    labels          question -> its case's labels, to slice by
    texts           question -> its words, where its id says nothing to a reader
    notes           what else a reader should know, such as how the file was read
    """

    per_question: Mapping[str, Mapping[str, float]]
    left_out: Mapping[str, Sequence[str]]
    counted_zero: Mapping[str, Sequence[str]]
    measures_asked: Sequence[str]
    choices: Choices = field(default_factory=Choices)
    source: Mapping[str, str] = field(default_factory=dict)
    truth: Mapping[str, Judged] = field(default_factory=dict)
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    notes: Sequence[str] = ()

    @property
    def questions(self) -> int:
        """How many questions were scored; each mean says how many it was divided by."""
        return len(self.per_question)

    @property
    def signature(self) -> str:
        """The choices made, in one line."""
        source = [f"{key}:{value}" for key, value in self.source.items()]
        return " | ".join([f"ragedu:{__version__}", f"questions:{self.questions}", str(self.choices), *source])

    @property
    def measures(self) -> dict[str, Mean]:
        """The mean of every measure, with its number of questions."""
        return {name: self.mean(name) for name in self.measures_asked}

    def mean(self, name: str) -> Mean:
        """The mean of one measure, such as "recall@3". ValueError if it was not measured."""
        scores = self.scores(name).values()
        return Mean(fsum(scores) / len(scores) if scores else None, len(scores))

    def scores(self, name: str) -> dict[str, float]:
        """One measure, for each question that has it. ValueError if it was not measured."""
        if name not in self.measures_asked:
            raise ValueError(f"{name!r} was not measured. Measured were: {', '.join(self.measures_asked)}.")
        return {question: scores[name] for question, scores in self.per_question.items() if name in scores}

    def interval(self, name: str, **options: Any) -> Interval:
        """The mean of one measure with its bootstrap interval; options as `bootstrap_interval` takes them."""
        return bootstrap_interval(self.scores(name), **options)

    def interval_of_mean(self, name: str) -> Interval | None:
        """The mean with the 95 % interval that tables and files show, see `mean_interval`.

        None over no question, and over a single one that scores between 0 and 1: one such score shows no spread.
        """
        scores = self.scores(name)
        tells = len(scores) > 1 or not {0, 1}.isdisjoint(scores.values())
        return mean_interval(scores) if scores and tells else None

    def by(self, label: str) -> dict[str, "Evaluation"]:
        """The same evaluation for each value of a label; questions without it come last, under "(none)".

        Questions that were left out stay with their value. Should "(none)" be a value itself, "((none))" marks those
        without one. ValueError if no question has the label.
        """
        asked = [*self.per_question, *(each for group in self.left_out.values() for each in group)]
        values = {question: self.labels.get(question, {}).get(label) for question in asked}
        known = sorted({value for value in values.values() if value is not None})
        if not known:
            raise ValueError(self._no_label(label))
        none = "(none)"
        while none in known:
            none = f"({none})"
        slices: dict[str, set[str]] = {value: set() for value in [*known, none]}
        for question, value in values.items():
            slices[none if value is None else value].add(question)
        return {value: self._slice(f"{label}={value}", slices[value]) for value in slices if slices[value]}

    def _no_label(self, label: str) -> str:
        known = sorted({each for labels in self.labels.values() for each in labels})
        if known:
            return f"no question has the label {label!r}. Labels are: {', '.join(known)}."
        return (
            f"no question has the label {label!r}: a run carries no labels, and neither do qrels. "
            "Give labelled traces as --qrels, or cases with labels as the truth."
        )

    def _slice(self, name: str, questions: set[str]) -> "Evaluation":
        return replace(
            self,
            per_question={each: scores for each, scores in self.per_question.items() if each in questions},
            left_out=among(self.left_out, questions),
            counted_zero=among(self.counted_zero, questions),
            source={**self.source, "slice": name},
        )

    def to_frame(self) -> Any:
        """A pandas DataFrame: a row for each question, a column for each measure. ImportError without pandas."""
        try:
            import pandas as pd
        except ImportError:
            raise missing("to_frame() needs pandas", "lab") from None
        frame = pd.DataFrame.from_dict(self.per_question, orient="index", columns=list(self.measures_asked))
        for name, known in self.columns().items():
            frame[name] = [known.get(question) for question in self.per_question]
        return frame

    def columns(self) -> Mapping[str, Mapping[str, object]]:
        """What is known of questions beside their scores: a column's name -> question -> value."""
        return {}

    def table(self) -> Table:
        """The means: a row for each measure, a column for each cut, and the interval of the last one in a row."""
        cuts = sorted({int(cut) for _, cut in map(split_measure, self.measures_asked) if cut})
        names = list(dict.fromkeys(name for name, _ in map(split_measure, self.measures_asked)))
        whole = any(not cut for _, cut in map(split_measure, self.measures_asked))
        columns = ["measure", *(f"@{cut}" for cut in cuts), *(["whole ranking"] if whole else []), "95 % interval"]
        rows = []
        for name in names:
            here = [*(f"{name}@{cut}" for cut in cuts), *([name] if whole else [])]
            last = [each for each in here if each in self.measures_asked][-1]
            rows.append([name, *map(self._cell, here), self._ends(last)])
        note = f"The interval is of the last mean in a row.\n{self._note()}" if len(columns) > 3 else self._note()
        return Table(f"Means over {count(self.questions)}", columns, rows, note=note)

    def _cell_with_ends(self, name: str) -> str:
        return f"{self._cell(name)} [{self._ends(name)}]" if self.scores(name) else "–"

    def _ends(self, name: str) -> str:
        each = self.interval_of_mean(name)
        return "–" if each is None else f"{each.low:.2f} to {each.high:.2f}"

    def table_by(self, label: str) -> Table:
        """The means for each value of a label, with intervals: a column for each value, a row for each measure."""
        slices = self.by(label)
        rows: list[Sequence[object]] = [
            ["questions", *(each.questions for each in slices.values())],
            ["left out", *(each.questions_left_out for each in slices.values())],
        ]
        for name in self.measures_asked:
            rows.append([name, *(each._cell_with_ends(name) for each in slices.values())])
        return Table(f"Means by {label}, with their 95 % intervals", [label, *slices], rows)

    @property
    def questions_left_out(self) -> int:
        """How many questions no mean counts."""
        return sum(map(len, self.left_out.values()))

    def table_per_question(self) -> Table:
        """Every score: a row for each question, a column for each measure."""
        rows = [
            [self._named(question), *(f"{scores[name]:.3f}" if name in scores else "–" for name in self.measures_asked)]
            for question, scores in self.per_question.items()
        ]
        return Table("Every question", ["question", *self.measures_asked], rows)

    def _cell(self, name: str) -> str:
        if name not in self.measures_asked:
            return ""
        mean = self.mean(name).mean
        return "–" if mean is None else f"{mean:.3f}"

    def _named(self, question: str) -> str:
        return cut(self.texts.get(question, question))

    def _listed(self, questions: Sequence[str]) -> str:
        """The first of these questions by their ids, by which a file knows them; by their words where it has none."""
        named = [self._named(each) if is_text_id(each) else cut(each) for each in questions[:3]]
        return some(named, len(questions))

    def _note(self) -> str:
        return "\n".join([*self.remarks, self.signature])

    @property
    def remarks(self) -> list[str]:
        """What was left out, what counts 0, and the notes: a sentence each."""
        remarks = [
            f"{how}: {count(len(questions))}, {reason} ({self._listed(questions)})."
            for how, group in (("Left out", self.left_out), ("Counted 0", self.counted_zero))
            for reason, questions in group.items()
        ]
        return [*remarks, *self.notes]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for JSON; `ragedu/data/schemas/evaluation.schema.json` describes it."""
        return {
            "ragedu": __version__,
            "signature": self.signature,
            **self.means_to_dict(),
            "counted_zero": {reason: list(questions) for reason, questions in self.counted_zero.items()},
            "notes": list(self.notes),
            "per_question": {question: dict(scores) for question, scores in self.per_question.items()},
        }

    def means_to_dict(self) -> dict[str, Any]:
        """The means as plain values, with what they were divided by and what was left out."""
        return {
            "questions": self.questions,
            "measures": {name: self._mean_to_dict(name) for name in self.measures_asked},
            "left_out": {reason: list(questions) for reason, questions in self.left_out.items()},
        }

    def _mean_to_dict(self, name: str) -> dict[str, Any]:
        mean, each = self.mean(name), self.interval_of_mean(name)
        ends = {"low": each.low if each else None, "high": each.high if each else None}
        return {"mean": mean.mean, **ends, "questions": mean.questions}

    def __str__(self) -> str:
        return self.table().text(SCREEN)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def count(questions: int) -> str:
    """So many questions, in words.

    >>> count(1), count(0)
    ('1 question', '0 questions')
    """
    return "1 question" if questions == 1 else f"{questions} questions"


def among(groups: Mapping[str, Sequence[str]], questions: Container[str]) -> dict[str, list[str]]:
    """Groups of questions with those alone that are among the given; a group of none is dropped."""
    inside = {reason: [each for each in group if each in questions] for reason, group in groups.items()}
    return {reason: group for reason, group in inside.items() if group}


def some(named: Sequence[str], of: int) -> str:
    """The first three names, and how many more there are."""
    return ", ".join(named[:3]) + (f" and {of - 3} more" if of > 3 else "")


def cut(text: str, longest: int = 40) -> str:
    """A text on one line, not longer than a terminal's cell should be; a table's HTML shows ten times as much."""
    line = " ".join(text.split())
    return line if len(line) <= longest else CellText(_first(line, longest), whole=_first(line, 10 * longest))


def _first(line: str, longest: int) -> str:
    return line if len(line) <= longest else f"{line[:longest].rstrip()}…"
