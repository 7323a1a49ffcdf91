"""What judges without a chat model have in common: they compare texts, and the rest follows from that."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from ragedu.judging.claims import extract_claims
from ragedu.judging.judges import GRADES, HIGHEST, Dimension, Rating, Verdict


class OfflineJudge(ABC):
    """A judge that says how near two texts are; a subclass says what near means."""

    name: str
    blind: tuple[str, ...]

    @abstractmethod
    def supports(self, claims: Sequence[str], contexts: Sequence[str]) -> list[Verdict]:
        """A verdict for each claim."""

    @abstractmethod
    def relevant(self, question: str, answer: str) -> Verdict:
        """Whether the answer answers the question."""

    def __repr__(self) -> str:
        return self.name

    def claims(self, answer: str, question: str | None = None) -> list[str]:
        """The sentences of the answer."""
        return extract_claims(answer, question)

    def useful(self, question: str, reference: str, contexts: Sequence[str]) -> list[Verdict]:
        """A verdict for each context: 2 when it says all that the reference says, 1 when it says a part."""
        claims = self.claims(reference, question)
        return [_together(self.supports(claims, [context])) for context in contexts]

    def rate(
        self, question: str, answer: str, contexts: Sequence[str], dimensions: Sequence[Dimension]
    ) -> dict[str, Rating]:
        """A rating on the dimensions that nearness can tell; none on the others."""
        seen: dict[str, Callable[[], Rating]] = {
            "sufficient": lambda: _rating([self.relevant(question, "\n".join(contexts))]),
            "to the question": lambda: _rating([self.relevant(question, answer)]),
            "no invention": lambda: _rating(self.supports(self.claims(answer, question), contexts)),
        }
        unseen = Rating(None, f"{self.name} cannot see this.")
        return {each.name: seen[each.name]() if each.name in seen else unseen for each in dimensions}


def _together(verdicts: Sequence[Verdict]) -> Verdict:
    """One verdict on a text of several claims."""
    if not verdicts:
        return Verdict(0, "", "The reference claims nothing.")
    best = max(verdicts, key=lambda each: each.grade)
    grade = 2 if all(each.grade == 2 for each in verdicts) else min(best.grade, 1)
    return Verdict(grade, best.evidence, best.reason)


def _rating(verdicts: Sequence[Verdict]) -> Rating:
    if not verdicts:
        return Rating(None, "The answer claims nothing.")
    score = sum(each.grade for each in verdicts) / (2 * len(verdicts)) * HIGHEST
    worst = min(verdicts, key=lambda each: each.grade)
    return Rating(score, worst.reason or GRADES[worst.grade])
