"""Recorded traces under another prompt cut: at which stage does each bad answer fail then?"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from ragedu.cases import Trace
from ragedu.diagnosis import STAGES, first_failure, named, with_cut
from ragedu.evaluation import cut
from ragedu.learn.explorers.base import Explorer, Part
from ragedu.retrieval import checked_k
from ragedu.tables import Table

SHOWN = 10
"""How many questions that change their stage are named."""
OPEN = "now in the prompt"
"""What was lost reaches a prompt now that was never put to the model."""
NOT_ASKED = (
    "Nobody has asked the model with another prompt, so whether an answer comes right is not known.\n"
    "now in the prompt: everything needed is there. generation: it was there all along."
)


@dataclass(frozen=True, repr=False)
class PromptCutExplorer(Explorer):
    """Recorded traces, and how many places of their rankings reach the prompt.

    traces  as recorded
    cut     how many places reach the prompt
    """

    traces: tuple[Trace, ...]
    cut: int

    title = "Move the prompt cut: where does each bad answer fail then?"
    by_hand = "Change the cut in the call and run it again: `explore.prompt_cut(traces, cut=20)`."

    def cut_at(self, cut: int) -> "PromptCutExplorer":
        """The same traces, cut elsewhere."""
        return replace(self, cut=checked_k(cut))

    @property
    def most(self) -> int:
        """The last cut that can make a difference."""
        return max(len(each.ranking or ()) for each in self.traces)

    @cached_property
    def bad(self) -> Sequence[tuple[str, str, str]]:
        """The bad answers: case, stage as recorded, stage under this cut."""
        wrong = (each for each in self.traces if each.judged == "wrong")
        return [(each.case.id, *_stages(each, self.cut)) for each in wrong]

    @property
    def moved(self) -> list[tuple[str, str, str]]:
        """Those that fail elsewhere now."""
        return [each for each in self.bad if each[1] != each[2]]

    @cached_property
    def right_at_risk(self) -> int:
        """How many right answers would lose a passage that they need."""
        right = (each for each in self.traces if each.judged == "right" and not first_failure(each).possible)
        return sum(bool(first_failure(with_cut(each, self.cut)).possible) for each in right)

    @property
    def parts(self) -> Sequence[str | Part]:
        if not self.bad:
            return ["None of these answers is judged wrong, so there is no failure to move."]
        return [self.stages_table(), self.moved_table() if self.moved else "No bad answer changes its stage."]

    def stages_table(self) -> Table:
        """A row for each stage: bad answers as recorded, and under this cut."""
        before, now = (Counter(each[place] for each in self.bad) for place in (1, 2))
        where = [*map(_told, STAGES), *sorted({*before, *now} - {*map(_told, STAGES), OPEN}), OPEN]
        rows = [(each, before[each], now[each]) for each in where]
        return Table(
            f"{len(self.bad)} bad answers, prompt cut at {self.cut}",
            ["first failure", "as recorded", f"cut at {self.cut}"],
            rows,
            note="\n".join(self._notes()),
        )

    def _notes(self) -> Iterable[str]:
        if self.moved:
            yield NOT_ASKED
        yield from self._at_risk()

    def moved_table(self) -> Table:
        """The bad answers that fail elsewhere now."""
        asked = {each.case.id: each.case.question for each in self.traces}
        rows = [(cut(asked[case]), was, now) for case, was, now in islice(self.moved, SHOWN)]
        more = len(self.moved) - len(rows)
        heads = ["question", "as recorded", f"cut at {self.cut}"]
        return Table("These change their stage", heads, rows, f"And {more} more." if more else "")

    @property
    def brief(self) -> str:
        """What the cut changes, in a sentence to be read aloud."""
        kinds = Counter(f'from "{was}" to "{now}"' for _, was, now in self.moved)
        changes = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        said = f"Moved: {changes}." if changes else "No bad answer changes its stage."
        return " ".join([f"Prompt cut at {self.cut}. {said}", *self._at_risk()])

    def _at_risk(self) -> list[str]:
        lost = self.right_at_risk
        return [f"Right answers that would lose a passage they need: {lost}."] if lost else []


def _stages(trace: Trace, cut: int) -> tuple[str, str]:
    """Where a bad answer failed as recorded, and where it would under this cut."""
    was, now = first_failure(trace).possible, first_failure(with_cut(trace, cut)).possible
    if not now and was == ("generation",):
        now = was  # it had everything it needed, and has it still
    return _told(*was), _told(*now) if now else OPEN


def _told(*possible: str) -> str:
    stage = named(tuple(possible))  # type: ignore[arg-type]
    # The slider is called so too, and means something else.
    return f"{stage} (left out of the prompt)" if stage == "prompt_cut" else stage


def prompt_cut_explorer(traces: Iterable[Trace], cut: int | None = None) -> PromptCutExplorer:
    """The explorer of recorded traces; see `ragedu.learn.explore.prompt_cut`."""
    held = tuple(traces)
    if not held:
        raise ValueError("there are no traces, so there is nothing to cut.")
    for each in held:
        with_cut(each, 1)  # says what is missing where a trace records no ranking
    commonest = Counter(len(each.prompt) for each in held if each.prompt).most_common(1)
    recorded = commonest[0][0] if commonest else 1
    return PromptCutExplorer(held, recorded if cut is None else checked_k(cut))
