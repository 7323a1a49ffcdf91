"""What a learner reads after an answer: a word first, then what came, what was expected, one next step."""

from dataclasses import dataclass
from html import escape
from typing import Literal

Outcome = Literal["correct", "incorrect", "not_attempted", "error", "timeout"]

FIRST_WORD: dict[str, str] = {
    "correct": "Correct.",
    "incorrect": "Not yet.",
    "not_attempted": "Not attempted yet.",
    "error": "Your code stopped with an error.",
    "timeout": "Stopped: it took too long.",
    "crashed": "Your code ended the program that was running it.",
    "memory": "Your code ran out of memory.",
    "missing": "The answer is missing.",
    "ungradable": "This can't be graded.",
    "note": "",
}

# Mid-tones with at least 3:1 against white and against JupyterLab's dark background; the word carries the meaning.
_EDGE = {"correct": "#2e8540", "not_attempted": "#808080", "note": "#808080"}
_OTHERWISE = "#c05600"


@dataclass(frozen=True, slots=True)
class Feedback:
    """An outcome and the sentences that go with it. Lines that start with four blanks are code.

    word  what it begins with, where the outcome's own first word would not fit
    """

    outcome: str
    message: str = ""
    misconception: str = ""
    word: str = ""

    @property
    def correct(self) -> bool:
        """Whether the answer was right."""
        return self.outcome == "correct"

    def __str__(self) -> str:
        return "\n".join(each for each in (self.first_word, self.message) if each)

    @property
    def first_word(self) -> str:
        """What the feedback begins with; empty for a note."""
        return self.word or FIRST_WORD[self.outcome]

    __repr__ = __str__

    def _repr_html_(self) -> str:
        edge = _EDGE.get(self.outcome, _OTHERWISE)
        word = f"<strong>{escape(self.first_word)}</strong> " if self.first_word else ""
        return (
            f'<div role="status" style="border-left: 4px solid {edge}; padding: 0.25em 0.75em; color: inherit;">'
            f"{word}{as_html(self.message)}</div>"
        )


def as_html(text: str) -> str:
    """Plain text as HTML: lines that start with four blanks become code, `quoted` names become <code>."""
    blocks: list[str] = []
    code: list[str] = []

    def close_code() -> None:
        if code:
            blocks.append(
                '<pre style="color: inherit; background: transparent; margin: 0.5em 0; white-space: pre-wrap;">'
                f'<code style="border: 0; padding: 0; color: inherit; background: transparent;">'
                f"{escape(chr(10).join(code))}</code></pre>"
            )
            code.clear()

    for line in text.splitlines():
        if line.startswith("    "):
            code.append(line[4:])
        else:
            close_code()
            if line.strip():
                blocks.append(f"<span>{_inline(line)}</span><br>")
    close_code()
    return "".join(blocks).removesuffix("<br>")


def _inline(line: str) -> str:
    parts = escape(line, quote=False).split("`")
    if len(parts) % 2 == 0:  # an unpaired backtick is only a backtick
        return "`".join(parts)
    return "".join(f"<code>{each}</code>" if place % 2 else each for place, each in enumerate(parts))
