"""BEIR folders: `corpus.jsonl`, `queries.jsonl` and `qrels/test.tsv`."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ragedu.cases import Passage
from ragedu.formats.errors import FormatError, StrPath, quoted
from ragedu.formats.records import iter_records
from ragedu.formats.trec import read_qrels


@dataclass(frozen=True, slots=True)
class Corpus:
    """The passages of a `corpus.jsonl`, read anew from the file each time they are gone through."""

    path: Path

    def __iter__(self) -> Iterator[Passage]:
        for record in iter_records(self.path):
            title = record.text("title") or ""
            text = record.needed_text("text")
            yield Passage(record.needed_id("_id"), f"{title} {text}".strip(), source=title)


@dataclass(frozen=True, slots=True)
class Beir:
    """A BEIR data set.

    passages   gone through as often as needed, streamed from the file; the text is title and text, as BEIR's own
               retrievers read them, and source is the title
    questions  id → text
    qrels      question → document → grade, for one split
    """

    passages: Iterable[Passage]
    questions: Mapping[str, str]
    qrels: Mapping[str, Mapping[str, float]]


def read_beir(folder: StrPath, split: str = "test") -> Beir:
    """A BEIR folder with the judgements of one split, `qrels/SPLIT.tsv`.

    Errors      FormatError for a file that is missing, naming what is there; for anything unreadable, its line
    """
    root = Path(folder)
    for name in ("corpus.jsonl", "queries.jsonl"):
        if not (root / name).is_file():
            raise FormatError(
                folder,
                None,
                "a BEIR folder with corpus.jsonl, queries.jsonl and qrels/",
                f"no {name}",
                "Check the path.",
            )
    judgements = root / "qrels" / f"{split}.tsv"
    if not judgements.is_file():
        there = ", ".join(sorted(each.stem for each in (root / "qrels").glob("*.tsv"))) or "no split at all"
        raise FormatError(folder, None, f"judgements in qrels/{split}.tsv", there, "Name a split that is there.")
    return Beir(Corpus(root / "corpus.jsonl"), _questions(root / "queries.jsonl"), read_qrels(judgements))


def _questions(path: Path) -> dict[str, str]:
    questions: dict[str, str] = {}
    for record in iter_records(path):
        name = record.needed_id("_id")
        if name in questions:
            raise FormatError(path, record.line, "each question once", f"{quoted(name)} again", "Keep one of the two.")
        questions[name] = record.needed_text("text")
    return questions
