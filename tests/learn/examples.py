"""The problems that CONTRIBUTING.md shows, one of each kind: what it teaches an author is what the tests work with."""

import re
from pathlib import Path

from ragedu.learn.problems import Problem

CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"


def blocks() -> list[str]:
    """The pieces of Python that CONTRIBUTING.md shows."""
    return re.findall(
        r"^```python\n(.*?)^```$", CONTRIBUTING.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )


def problems() -> dict[str, Problem]:
    """The problems in them, by kind."""
    namespace: dict[str, object] = {}
    for block in blocks():
        exec(block, namespace)
    return {each.kind: each for each in namespace.values() if isinstance(each, Problem)}
