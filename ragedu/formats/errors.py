"""What a reader says when a file is not what it should be."""

from pathlib import Path

StrPath = str | Path
Fault = tuple[str, str, str]
"""What was expected, what was found, and what to do: a `FormatError` before it is known where."""


class FormatError(ValueError):
    """A file that cannot be read rightly: where, what was expected, what stands there, and what to do.

    path      the file, as it was named by the caller
    line      counted from 1; None where no single line is to blame
    expected  what should stand there
    found     what stands there
    advice    the next step, one sentence or more; may be empty

    >>> print(FormatError("shop.run", 12, "a number as score (column 5)", '"1,9"', "Write 1.9."))
    shop.run, line 12: expected a number as score (column 5), found "1,9". Write 1.9.
    """

    def __init__(self, path: StrPath, line: int | None, expected: str, found: str, advice: str = "") -> None:
        super().__init__(path, line, expected, found, advice)
        self.path = str(path)
        self.line = line
        self.expected = expected
        self.found = found
        self.advice = advice

    def __str__(self) -> str:
        where = self.path if self.line is None else f"{self.path}, line {self.line}"
        return f"{where}: expected {self.expected}, found {self.found}. {self.advice}".rstrip()


class MixedQuestionsError(FormatError):
    """A question of a run comes back after other questions: it cannot be streamed, `read_run` reads it all the same."""

    def __init__(self, path: StrPath, line: int, question: str | bytes) -> None:
        super().__init__(
            path,
            line,
            "all lines of a question together",
            f"question {quoted(question)} again after another one",
            "Read it with read_run, which holds the whole file in memory, or sort the file by question.",
        )
        self.args = (path, line, question)
        self.question = question if isinstance(question, str) else question.decode()


def quoted(value: object, longest: int = 60) -> str:
    """A value as a message shows it: text in double quotes, on one line, cut when it is long.

    >>> quoted(b"1,9"), quoted(["a"]), quoted("x" * 80, longest=5)
    ('"1,9"', "['a']", '"xxxxx…"')
    """
    if isinstance(value, bytes):
        value = value.decode(errors="backslashreplace")
    shown = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in f"{value}")
    shown = shown if len(shown) <= longest else f"{shown[:longest]}…"
    return f'"{shown}"' if isinstance(value, str) else shown
