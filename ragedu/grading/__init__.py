"""Grading a stranger's notebook: three processes, plain values between them, a reason for every problem.

grader  (`grader`, `processes`)  holds problems, expected values and results; never runs a learner's code
zygote  (`zygote`)               holds libraries only, is started once, forks
child   (`child`)                runs the learner's cells, then makes the calls

Names load on first use: zygote and child are of this package too, and must not carry the grader with them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ragedu.grading.grader import Grader
    from ragedu.grading.processes import GraderError, Isolation, IsolationError, Limits
    from ragedu.grading.results import Graded, ProblemResult
    from ragedu.grading.submission import Submission, UngradableError, read_submission

_HOMES = {
    "grader": ["Grader"],
    "processes": ["GraderError", "Isolation", "IsolationError", "Limits"],
    "results": ["Graded", "ProblemResult"],
    "submission": ["Submission", "UngradableError", "read_submission"],
}
_HOME_OF = {name: room for room, names in _HOMES.items() for name in names}

__all__ = [
    "Graded",
    "Grader",
    "GraderError",
    "Isolation",
    "IsolationError",
    "Limits",
    "ProblemResult",
    "Submission",
    "UngradableError",
    "read_submission",
]


def __getattr__(name: str) -> Any:
    if name in _HOME_OF:
        return getattr(import_module(f"ragedu.grading.{_HOME_OF[name]}"), name)
    raise AttributeError(f"module 'ragedu.grading' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
