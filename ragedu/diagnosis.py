"""Whose fault is it? The first stage at which a question lost what it needed: of one trace, and of all of them.

>>> from ragedu.assistant import firmware
>>> breakdown(firmware.traces).by_stage
{'index': 4, 'retrieval': 7, 'reranking': 2, 'prompt_cut': 0, 'generation': 5}
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from ragedu import __version__
from ragedu.cases import Case, Hit, Trace, Verdict, described, ids_of
from ragedu.evaluation import SCREEN, count, some
from ragedu.evaluation import cut as shortened
from ragedu.extras import missing
from ragedu.formats import FormatError, detect_format, iter_traces
from ragedu.retrieval import checked_k
from ragedu.tables import Table, percent

Stage = Literal["index", "retrieval", "reranking", "prompt_cut", "generation"]

STAGES: tuple[Stage, ...] = ("index", "retrieval", "reranking", "prompt_cut", "generation")
"""The stages a question goes through, in order."""

_INDEX, _RETRIEVAL, _RERANKING, _PROMPT_CUT, _GENERATION = range(5)

Possible = tuple[Stage, ...]
"""The stages at which a question may have failed first: one where it is known, all where nothing is, none for none."""


@dataclass(frozen=True, slots=True)
class FirstFailure:
    """The first stage at which a question lost what it needed.

    possible  every stage it may be, as far as the trace tells; empty where no failure is known
    why       the sentence that explains it
    verdict   of the answer: as recorded, else by the expected text
    """

    possible: Possible
    why: str
    verdict: Verdict | None = None

    @property
    def stage(self) -> Stage | Literal["unknown"] | None:
        """One of `STAGES`; "unknown" where the trace doesn't tell; None where no failure is known."""
        if not self.possible:
            return None
        return self.possible[0] if len(self.possible) == 1 else "unknown"

    @property
    def is_bad(self) -> bool:
        """Whether the answer is known to be wrong."""
        return self.verdict == "wrong"

    def __str__(self) -> str:
        return f"{named(self.possible)}: {self.why}"

    __repr__ = __str__


def named(possible: Possible) -> str:
    """The stages at which a question may have failed, in a word or two, as tables name them.

    >>> named(("index",)), named(("index", "retrieval")), named(STAGES), named(())
    ('index', 'index or retrieval', 'cannot tell', 'none')
    """
    if not possible or possible == STAGES:
        return "cannot tell" if possible else "none"
    joined = " or " if len(possible) == 2 else " to "
    return joined.join(dict.fromkeys((possible[0], possible[-1])))


def first_failure(trace: Trace, cut: int | None = None) -> FirstFailure:
    """The first stage at which a trace lost what its question needs.

    Formula     of each needed passage, the stage that lost it:
                    index       it is not indexed
                    retrieval   never within the cut before reranking
                    reranking   within the cut, then pushed out of it
                    prompt_cut  within the cut at last, and dropped afterwards, as for length or by a threshold
                where any of several passages would do, the one that got furthest counts; where all of several are
                needed, the one that was lost first. With everything in the prompt: generation, if the answer is wrong
                (where no verdict is recorded, the expected text tells)
    Takes       a trace; the cut, how many places reach the prompt by design. None takes it from the prompt: as many
                as are in it, or the last rank in it if that is more. Where the trace doesn't record the prompt, the
                first `cut` places of the last known order are taken for it
    Range       a `FirstFailure`, whose stage is one of these five, None, or "unknown": nothing is guessed
    Errors      ValueError if cut is not a whole number from 1 up

    >>> from ragedu.cases import all_of
    >>> found = tuple(Hit(f"page-{number}") for number in range(1, 51))
    >>> case = Case("fan", "How loud is the fan?", all_of("page-41"))
    >>> first_failure(Trace(case, candidates=found, prompt=found[:10], verdict="wrong"))
    retrieval: page-41 was found at rank 41, prompt cut at 10.

    Elsewhere   tools that score retrieval and generation apart leave it to the reader to join the two by question
    Our choice  a stage that a later one would have let down as well is still the first to mend. A trace that records
                candidates and no reranking counts as not reranked
    Source      Barnett et al.: Seven Failure Points When Engineering a Retrieval Augmented Generation System, 2024
    """
    if not isinstance(trace, Trace):
        raise ValueError(f"first_failure takes one trace, not {described(trace)}. For several take breakdown.")
    evidence, verdict = trace.case.evidence, trace.judged
    cut = None if cut is None else _checked_cut(cut)
    if evidence is None:
        return FirstFailure(STAGES, "Cannot tell: the trace doesn't say which passages the question needs.", verdict)
    if not evidence:
        return _nothing_lost("No passage answers this question, so nothing was lost on the way", verdict)
    prompt = _prompt_of(trace, cut)
    missing = [each for each in evidence.groups if prompt is None or prompt.isdisjoint(each)]
    if not missing:
        return _nothing_lost("All that is needed was in the prompt", verdict)
    way = _Way(trace, cut, prompt is not None)
    return _as_failure([_lost_group(way, each) for each in missing], len(evidence.groups), verdict)


def _checked_cut(cut: int) -> int:
    try:
        return checked_k(cut)
    except ValueError:
        raise ValueError(
            f"cut must be a whole number from 1 up, not {cut!r}. It says how many reach the prompt."
        ) from None


def _nothing_lost(why: str, verdict: Verdict | None) -> FirstFailure:
    if verdict == "wrong":
        return FirstFailure(("generation",), f"{why}, and the answer is wrong.", verdict)
    return FirstFailure((), f"{why}, and the answer is right." if verdict else f"{why}.", verdict)


# --- one passage on its way to the prompt ---


def _prompt_of(trace: Trace, cut: int | None) -> set[str] | None:
    """What reached the prompt; where that isn't recorded and the cut is told, the first of the last known order."""
    if trace.prompt is not None:
        return {hit.id for hit in trace.prompt}
    last = trace.ranking
    return None if last is None or cut is None else {hit.id for hit in last[:cut]}


class _Way:
    """The way to the prompt as a trace records it: ranks by id, None for an order that isn't known.

    cut  None where nobody knows what reached the prompt
    """

    __slots__ = ("cut", "found", "indexed", "reranked")

    def __init__(self, trace: Trace, cut: int | None, knows_prompt: bool) -> None:
        self.indexed, self.found, self.reranked = trace.indexed, _ranks(trace.candidates), _ranks(trace.reranked)
        self.cut: float | None = cut if knows_prompt else None
        if knows_prompt and cut is None:
            self.cut = _cut_of(trace.prompt or (), self.reranked or self.found or {})


def _ranks(hits: Sequence[Hit] | None) -> dict[str, int] | None:
    if hits is None:
        return None
    # From the end, so that of an id that comes twice the first place stays.
    return {hits[place].id: place + 1 for place in range(len(hits) - 1, -1, -1)}


def _cut_of(prompt: Sequence[Hit], last: Mapping[str, int]) -> float:
    """Where the prompt seems to have been cut; with nothing in it, whatever was ranked was dropped afterwards."""
    return max([len(prompt), *[last.get(hit.id, 0) for hit in prompt]]) if prompt else inf


class _Loss(NamedTuple):
    """Between which stages a passage was lost, the first and the last that it may be, and the sentence that says so."""

    first: int
    last: int
    why: str


def _lost_group(way: _Way, group: Sequence[str]) -> _Loss:
    """Where the alternative that got furthest was lost."""
    losses = [_lost(way, each) for each in group]
    if len(losses) == 1:
        return losses[0]
    furthest = max(losses, key=lambda loss: (loss.last, loss.first))
    why = f"{furthest.why} Any of {some(group, len(group))} would do."
    return _Loss(max(loss.first for loss in losses), furthest.last, why)


def _lost(way: _Way, each: str) -> _Loss:
    """Where a passage was lost, asked from the prompt back. A rank is None in an unknown order, 0 outside of one."""
    found = None if way.found is None else way.found.get(each, 0)
    reranked = None if way.reranked is None else way.reranked.get(each, 0)
    last = found if reranked is None else reranked
    if way.cut is None:
        return _lost_before_an_unknown_prompt(way, each, last or found)
    if last and last <= way.cut:
        return _Loss(_PROMPT_CUT, _PROMPT_CUT, _dropped(each, last, way.cut))
    if found and found <= way.cut:
        moved = f"reranked to {reranked}" if reranked else "left out by the reranking"
        return _Loss(_RERANKING, _RERANKING, f"{each} was found at rank {found}, {moved}, prompt cut at {way.cut}.")
    if found:
        return _Loss(_RETRIEVAL, _RETRIEVAL, f"{each} was found at rank {found}, prompt cut at {way.cut}.")
    if reranked and way.found is None:
        why = _cannot_tell(f"{each} stood at rank {reranked} after reranking", "what was found before")
        return _Loss(_RETRIEVAL, _RERANKING, why)
    return _never_ranked(way, each)


def _dropped(each: str, rank: int, cut: float) -> str:
    if cut == inf:
        return f"{each} stood at rank {rank}, and nothing reached the prompt."
    return f"{each} stood at rank {rank}, within the prompt cut at {cut}, and was dropped afterwards."


def _lost_before_an_unknown_prompt(way: _Way, each: str, rank: int | None) -> _Loss:
    if not rank:
        return _never_ranked(way, each)
    return _Loss(_RETRIEVAL, _GENERATION, _cannot_tell(f"{each} was found at rank {rank}", "what reached the prompt"))


def _never_ranked(way: _Way, each: str) -> _Loss:
    """A passage that stands in no order that the trace records."""
    if way.indexed is not None and each not in way.indexed:
        return _Loss(_INDEX, _INDEX, f"{each} is not in the index.")
    first = _INDEX if way.indexed is None else _RETRIEVAL
    if way.found is not None and first == _RETRIEVAL:
        return _Loss(first, first, f"{each} is indexed, and not among the {len(way.found)} found.")
    if way.found is not None:
        return _Loss(
            first, _RETRIEVAL, _cannot_tell(f"{each} is not among the {len(way.found)} found", "what was indexed")
        )
    if way.reranked is not None:
        return _Loss(first, _RERANKING, _cannot_tell(f"{each} is not among those reranked", "what was found before"))
    if way.cut is not None:
        return _Loss(first, _PROMPT_CUT, _cannot_tell(f"{each} did not reach the prompt", "what was found before"))
    return _Loss(first, _GENERATION, _cannot_tell(f"{each} is needed", "what was found, nor what reached the prompt"))


def _cannot_tell(what: str, untold: str) -> str:
    return f"Cannot tell: {what}, and the trace doesn't say {untold}."


def _as_failure(losses: Sequence[_Loss], needed: int, verdict: Verdict | None) -> FirstFailure:
    first, last = min(loss.first for loss in losses), min(loss.last for loss in losses)
    parts = [min(losses, key=lambda loss: loss[:2]).why]
    if len(losses) > 1:
        parts.append(f"Of {needed} things needed, {len(losses)} are missing.")
    if verdict == "right" and last < _GENERATION:
        parts.append("Right though not found: the model knew or guessed.")
    return FirstFailure(STAGES[first : last + 1], " ".join(parts), verdict)


def with_cut(trace: Trace, cut: int) -> Trace:
    """The trace as it would be with another prompt cut: the first places of its last known order in the prompt.

    With the same ids in the prompt nothing changes. With others, nobody knows what the model would have said: answer,
    verdict and tokens become None.

    Errors      ValueError if cut is not a whole number from 1 up, or the trace records no order but the prompt's
    """
    ordered = trace.candidates if trace.reranked is None else trace.reranked
    if ordered is None:
        raise ValueError(
            f"the trace of {shortened(trace.case.named)!r} records no ranking to cut elsewhere. "
            "Record its candidates as well."
        )
    prompt = ordered[: _checked_cut(cut)]
    if trace.prompt is not None and ids_of(prompt) == trace.prompt_ids:
        return trace
    return replace(trace, prompt=prompt, answer=None, answer_source=None, verdict=None, tokens=None)


# --- all of them ---

Kind = tuple[Possible, Verdict | None]
"""What a breakdown counts: at which stages an answer may have failed, and whether it is right."""


@dataclass(frozen=True, slots=True, repr=False)
class Breakdown:
    """Where the questions of many traces first failed.

    tally     (the stages at which it may have failed, the verdict) -> how many answers
    examples  the same -> the first questions of that kind
    label     what `slices` are by; empty where nothing was asked
    slices    the label's value -> the breakdown of its questions; those without it come last
    notes     what else a reader should know
    """

    tally: Mapping[Kind, int]
    examples: Mapping[Kind, Sequence[str]] = field(default_factory=dict)
    label: str = ""
    slices: Mapping[str, "Breakdown"] = field(default_factory=dict)
    notes: Sequence[str] = ()

    @property
    def questions(self) -> int:
        """How many answers were looked at."""
        return sum(self.tally.values())

    @property
    def right(self) -> int:
        """How many answers are known to be right."""
        return self._with_verdict("right")

    @property
    def wrong(self) -> int:
        """How many answers are known to be wrong: the bad ones."""
        return self._with_verdict("wrong")

    @property
    def judged(self) -> int:
        """How many answers are known to be right or wrong."""
        return self.right + self.wrong

    @property
    def by_stage(self) -> dict[str, int]:
        """How many bad answers first failed at each stage, also where a trace can't tell one from another."""
        return {named(each): self.tally.get((each, "wrong"), 0) for each in self._places if each}

    @property
    def shares(self) -> dict[str, float]:
        """The same as shares of the bad answers; empty when there are none."""
        return {name: many / self.wrong for name, many in self.by_stage.items()} if self.wrong else {}

    @property
    def wrong_before_generation(self) -> int:
        """How many bad answers surely lack something they needed: it never got to the model."""
        return self._lost("wrong")

    @property
    def right_though_not_found(self) -> int:
        """How many right answers lack something they needed: the model knew it, or guessed."""
        return self._lost("right")

    def ceiling(self, stage: Stage) -> float:
        """The share of right answers at best, were this one stage mended.

        Formula     (right answers + bad answers that first failed at the stage) / judged answers
        Range       the present share of right answers to 1; at most, for a later stage may fail in its turn. A bad
                    answer that may have failed there, as far as its trace tells, counts as won
        Errors      ValueError for a stage there is none of, and where no answer was judged
        """
        if stage not in STAGES:
            raise ValueError(f"there is no stage {stage!r}. Stages are: {', '.join(STAGES)}.")
        if not self.judged:
            raise ValueError("no answer was judged right or wrong, so nobody knows what could be won.")
        won = sum(many for (where, verdict), many in self.tally.items() if verdict == "wrong" and stage in where)
        return (self.right + won) / self.judged

    @property
    def _places(self) -> list[Possible]:
        """Where a question can have failed: each stage, what can't be told apart only where there is any, nowhere."""
        met = {where for where, _ in self.tally if len(where) > 1}
        return [*sorted([*((each,) for each in STAGES), *met], key=_in_order), ()]

    def _with_verdict(self, wanted: Verdict | None) -> int:
        return sum(many for (_, verdict), many in self.tally.items() if verdict == wanted)

    def _lost(self, wanted: Verdict | None) -> int:
        """How many answers of this verdict surely lacked something on the way to the prompt."""
        return sum(many for (where, verdict), many in self.tally.items() if verdict == wanted and _is_loss(where))

    # --- shown ---

    def rows(self) -> list[dict[str, Any]]:
        """A row for each stage, and with a label for each of its values: how many answers, what mending could win."""
        if not self.label:
            return [self._row(where) for where in self._places]
        parts = [(value, row) for value, part in self.slices.items() for row in part.rows()]
        return [{"stage": row["stage"], self._column_of(row): value, **row} for value, row in parts]

    def _column_of(self, row: Mapping[str, Any]) -> str:
        return f"{self.label} (label)" if self.label in row else self.label

    def _row(self, where: Possible) -> dict[str, Any]:
        return {
            "stage": named(where),
            "wrong": self.tally.get((where, "wrong"), 0),
            "share_of_wrong": self.shares.get(named(where)),
            "right_at_best": self.ceiling(where[0]) if self.judged and len(where) == 1 else None,
            "right": self.tally.get((where, "right"), 0),
            "not_judged": self.tally.get((where, None), 0),
        }

    def to_frame(self) -> Any:
        """A pandas DataFrame of `rows()`. ImportError without pandas."""
        try:
            import pandas as pd
        except ImportError:
            raise missing("to_frame() needs pandas", "lab") from None
        return pd.DataFrame(self.rows())

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for JSON; `ragedu/data/schemas/diagnosis.schema.json` describes it."""
        sliced = {self.label: {value: each._counts() for value, each in self.slices.items()}}
        return {
            "ragedu": __version__,
            **self._counts(),
            "examples": {verdict or "not judged": self._examples_of(verdict) for verdict in ("wrong", "right", None)},
            "notes": list(self.notes),
            **({"by": sliced} if self.label else {}),
        }

    def _counts(self) -> dict[str, Any]:
        return {
            "answers": self.questions,
            "wrong": self.wrong,
            "right": self.right,
            "right_though_not_found": self.right_though_not_found,
            "stages": [self._row(where) for where in self._places],
        }

    def _examples_of(self, wanted: Verdict | None) -> dict[str, list[str]]:
        return {named(where): list(first) for (where, verdict), first in self.examples.items() if verdict == wanted}

    def table(self) -> Table:
        """The bad answers, a row for each stage; where no answer was judged, all questions."""
        if not self.judged:
            return self._table_of_losses()
        columns = ["first failure", "bad answers", "of the bad", "right at best, if mended"]
        rows = [
            [row["stage"], row["wrong"], _percent(row["share_of_wrong"]), self._at_best(row["right_at_best"])]
            for row in map(self._row, self._places[:-1])
        ]
        return Table(f"{self.wrong} of {self.judged} answered badly", columns, rows, note="\n".join(self.remarks))

    def _table_of_losses(self) -> Table:
        # Whether the model failed is not known: what is left is what reached the prompt.
        rows = [[named(each), self.tally.get((each, None), 0)] for each in self._places if each != ("generation",)]
        columns = ["first lost at", "questions"]
        return Table(f"{count(self.questions)}, no answer judged", columns, rows, note="\n".join(self.remarks))

    def _at_best(self, ceiling: float | None) -> str:
        return "–" if ceiling is None else f"{round(ceiling * self.judged)} of {self.judged} ({percent(ceiling)})"

    def table_by(self) -> Table:
        """The bad answers for each value of the label: a column for each value, a row for each stage."""
        each = self.slices.values()
        rows: list[Sequence[object]] = [
            ["answers", *(part.questions for part in each)],
            ["bad", *(part.wrong for part in each)],
            *([where, *(part.by_stage.get(where, 0) for part in each)] for where in self.by_stage),
        ]
        return Table(f"Bad answers by {self.label}", [self.label, *self.slices], rows)

    @property
    def remarks(self) -> list[str]:
        """What stands below the table: a sentence each."""
        unjudged = self._with_verdict(None)
        told = [self._of_wrong(), self._of_lucky(), self._of_unjudged(unjudged) if unjudged else ""]
        return [*filter(None, told), *self.notes]

    def _of_wrong(self) -> str:
        if not self.wrong:
            return ""
        return (
            f"{self.wrong_before_generation} of {self.wrong} failed before generation: "
            "what they need never got to the model.\n"
            "Mending one stage wins its bad answers at best: a later one may fail in its turn."
        )

    def _of_lucky(self) -> str:
        lucky = self.right_though_not_found
        if not lucky:
            return ""
        first = [each for where in self._places if _is_loss(where) for each in self.examples.get((where, "right"), ())]
        return (
            f"Right though not found: {lucky} ({some(list(map(shortened, first)), lucky)}); the model knew or guessed."
        )

    def _of_unjudged(self, unjudged: int) -> str:
        return (
            f"{count(unjudged)} not judged, {self._lost(None)} of which lost something needed: "
            'it takes a "verdict" ("right" or "wrong") or an "expected" text.'
        )

    def __str__(self) -> str:
        return self.table().text(SCREEN)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def _percent(share: float | None) -> str:
    return "–" if share is None else percent(share)


def _is_loss(where: Possible) -> bool:
    """Whether something needed was surely lost on the way to the prompt."""
    return bool(where) and "generation" not in where


def _in_order(where: Possible) -> tuple[int, int]:
    return STAGES.index(where[0]), STAGES.index(where[-1])


_NAMED = 3
"""How many questions of a kind are named."""

_WITHOUT = "(none)"
"""What a question without the label comes under; should it be a value itself, "((none))" and so on."""


@dataclass(slots=True)
class _Tally:
    """Counts failures one by one; what it keeps does not grow with their number."""

    tally: Counter[Kind] = field(default_factory=Counter)
    examples: dict[Kind, list[str]] = field(default_factory=dict)

    def add(self, case: Case, failure: FirstFailure) -> None:
        kind = failure.possible, failure.verdict
        self.tally[kind] += 1
        if self.tally[kind] <= _NAMED:
            self.examples.setdefault(kind, []).append(case.named)


Listener = Callable[[Trace, FirstFailure], object]


def breakdown(
    traces: Iterable[Trace], *, by: str = "", cut: int | None = None, listener: Listener | None = None
) -> Breakdown:
    """Where the questions of many traces first failed: counts, shares, and what mending each stage could win at most.

    traces    read one by one, none is kept
    by        a label of the cases, for a breakdown of each of its values
    cut       as `first_failure` takes it
    listener  is handed every trace with its first failure

    Errors    ValueError if there are no traces, or none has the label
    """
    whole, parts = _Tally(), dict[str | None, _Tally]()
    labels: dict[str, None] = {}
    for trace in _checked(traces):
        failure = first_failure(trace, cut)
        whole.add(trace.case, failure)
        if by:
            labels.update(dict.fromkeys(trace.case.labels))
            parts.setdefault(trace.case.labels.get(by), _Tally()).add(trace.case, failure)
        if listener:
            listener(trace, failure)
    if not whole.tally:
        raise ValueError("there are no traces to break down.")
    if by and not parts.keys() - {None}:
        known = f"Labels are: {', '.join(sorted(labels))}." if labels else "The traces carry no labels."
        raise ValueError(f"no question has the label {by!r}. {known}")
    return Breakdown(whole.tally, whole.examples, by, _slices(parts), _notes(whole.tally))


def _checked(traces: Iterable[Trace]) -> Iterable[Trace]:
    if isinstance(traces, Trace | str | Path) or not isinstance(traces, Iterable):
        next_step = "For one trace take first_failure." if isinstance(traces, Trace) else "For a file: breakdown_file."
        raise ValueError(f"breakdown takes a list of traces, not {described(traces)}. {next_step}")
    return traces


def _slices(parts: Mapping[str | None, _Tally]) -> dict[str, Breakdown]:
    without = _WITHOUT
    while without in parts:
        without = f"({without})"
    ordered = sorted(parts, key=lambda value: (value is None, value or ""))
    return {
        without if value is None else value: Breakdown(parts[value].tally, parts[value].examples) for value in ordered
    }


def _notes(tally: Counter[Kind]) -> list[str]:
    if any(where != STAGES for where, _ in tally):
        return []
    return [
        'No trace tells where it failed. What is needed stands under "evidence" (groups of ids), what was found under '
        '"candidates" and "prompt", which of the needed are indexed under "indexed"; other keys are not read.'
    ]


Watch = Callable[[Iterable[Any], str | Path, int | None], Iterable[Any]]


def breakdown_file(
    path: str | Path, *, format: str | None = None, watch: Watch | None = None, **options: Any
) -> Breakdown:
    """`breakdown` of a file of traces, in any of the formats that `iter_traces` reads, in one pass.

    format   of the file; None finds it out
    watch    is handed the traces, the path and None, and hands on the traces: a place for a progress bar
    options  as `breakdown` takes them

    Errors   FormatError for a file that can't be read, naming its line, and for one that holds no labelled traces
    """
    taken = format or detect_format(path)
    if taken == "trec-run":
        raise FormatError(path, None, "traces", "a run", "A run doesn't say what is needed, nor what was answered.")
    traces: Iterable[Trace] = iter_traces(path, taken)
    return breakdown(watch(traces, path, None) if watch else traces, **options)


# --- the oracle test ---


class Askable(Protocol):
    """A system that can be asked as usual, and with the expected passages alone in its prompt."""

    def ask(self, case: Case) -> Trace:
        """Answer the case's question as usual."""
        ...

    def ask_oracle(self, case: Case) -> Trace:
        """Answer it from the passages that the case expects and nothing else."""
        ...


@dataclass(frozen=True, slots=True)
class OracleTest:
    """What became of a question when the model was given the expected passages directly.

    usual   the answer as the system gives it
    oracle  the answer from the expected passages alone
    """

    usual: Trace
    oracle: Trace

    @property
    def fault(self) -> Literal["before generation", "distractors", "generation"] | None:
        """Where the fault lies; None where the usual answer is right, or the traces don't tell.

        "distractors" does not clear the model: another one, or a prompt that says how to choose, might not be misled.
        """
        if self.usual.judged != "wrong" or self.oracle.judged is None:
            return None
        if self.oracle.judged == "wrong":
            return "generation"
        possible = first_failure(self.usual).possible
        if "generation" not in possible:
            return "before generation"
        return "distractors" if len(possible) == 1 else None

    @property
    def why(self) -> str:
        """The sentence that explains it."""
        if self.usual.judged is None or self.oracle.judged is None:
            return "Cannot tell: an answer was not judged. A case with an expected text is judged by it."
        if self.usual.judged == "right":
            return "The usual answer is right: there is no fault to look for."
        if self.fault == "generation":
            return "Wrong even from the expected passages alone: the model misreads them."
        if self.fault == "before generation":
            return "Right from the expected passages alone, which did not all reach the prompt."
        if self.fault == "distractors":
            return (
                "Right from the expected passages alone, and they were in the prompt: what stood beside them mattered."
            )
        return "Cannot tell: right from the expected passages alone; whether the usual prompt held them is not known."

    def __str__(self) -> str:
        return f"{self.fault or 'no fault told'}: {self.why}"

    __repr__ = __str__


def oracle_test(assistant: Askable, case: Case) -> OracleTest:
    """Ask as usual, then with the expected passages alone in the prompt: did the model lack them, or misread them?

    Formula     a wrong answer that comes right from the expected passages lacked them, or was misled by others
                (distractors) beside them; one that stays wrong was misread, whatever else went wrong
    Takes       an assistant, and a case that names its evidence and an expected text
    Range       an `OracleTest` with both answers; its fault is "before generation", "distractors", "generation" or None
    Errors      ValueError for anything but a case, and if no passage is expected

    >>> from ragedu.assistant import shop
    >>> from ragedu.assistant.pipeline import Assistant
    >>> asked = {case.id: case for case in shop.cases}
    >>> oracle_test(Assistant(shop.retriever, shop.model, k=1), asked["money-back"])
    before generation: Right from the expected passages alone, which did not all reach the prompt.

    Elsewhere   often called an oracle, gold-context or closed-retrieval setting
    Our choice  of alternatives one is given, the first that there is: the least that a right answer can stand on
    Source      Krishna et al.: Fact, Fetch, and Reason, 2024, compares answers with and without oracle passages
    """
    if not isinstance(case, Case):
        advice = " Give it trace.case." if isinstance(case, Trace) else ""
        raise ValueError(f"oracle_test takes an assistant and a case, not {described(case)}.{advice}")
    if not case.evidence:
        raise ValueError(f"the case {case.id!r} expects no passages, so there is nothing to give to the model.")
    return OracleTest(assistant.ask(case), assistant.ask_oracle(case))
