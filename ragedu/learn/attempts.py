"""What a learner has tried in this session, and what follows from it: hints so far, the solution, sure and wrong."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

TRIES_BEFORE_SOLUTION = 3

SURENESS = {"guessing": "guessing", "fairly": "fairly sure", "certain": "certain"}
"""How sure a learner can be: the words that are kept, and as a person says it, types it or reads it on a button."""

SURE = ("fairly", "certain")
"""Those that count as sure, when the answer was wrong."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One answer: to which problem, what came of it, how sure the learner was."""

    problem_id: str
    outcome: str
    sure: str = ""


@dataclass
class Attempts:
    """All attempts of a session, in order. An answer that was not one (blank, untouched) is no attempt."""

    made: list[Attempt] = field(default_factory=list)
    hints_given: dict[str, int] = field(default_factory=dict)
    recalled: bool = False
    _given: set[tuple[str, str]] = field(default_factory=set)

    def add(self, attempt: Attempt, given: str = "") -> bool:
        """Note an attempt; whether it was one. A wrong answer given once more is none.

        given  the answer as a text, or what a function made of its calls; empty where that is not known
        """
        if attempt.outcome == "not_attempted":
            return False
        said = (attempt.problem_id, given)
        if given and attempt.outcome != "correct" and said in self._given:
            return False
        self._given.add(said)
        self.made.append(attempt)
        return True

    def recall(self, earlier: Iterable[Attempt]) -> None:
        """Put the attempts of earlier sessions before those of this one; once."""
        self.made[:0] = [] if self.recalled else earlier
        self.recalled = True

    def at(self, problem_id: str) -> Iterator[Attempt]:
        """The attempts at one problem."""
        return (each for each in self.made if each.problem_id == problem_id)

    def solved(self, problem_id: str) -> bool:
        """Whether one of them was right."""
        return any(each.outcome == "correct" for each in self.at(problem_id))

    def tries_left(self, problem_id: str) -> int:
        """How many tries remain until the solution is offered: 0 once it is."""
        if self.solved(problem_id):
            return 0
        return max(0, TRIES_BEFORE_SOLUTION - sum(1 for _ in self.at(problem_id)))

    def sure_and_wrong(self) -> list[Attempt]:
        """First attempts that were wrong although the learner was fairly sure or certain."""
        first = {each.problem_id: each for each in reversed(self.made)}
        return [
            each
            for each in self.made
            if each is first[each.problem_id] and each.outcome != "correct" and each.sure in SURE
        ]
