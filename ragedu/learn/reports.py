"""What journals tell: a learner's own, lesson by lesson; and a whole room's, for whoever teaches it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ragedu.learn import bank
from ragedu.learn.attempts import SURE
from ragedu.learn.checking import misconceptions_of
from ragedu.learn.feedback import Feedback
from ragedu.learn.journal import FILE_NAME, Entry, Journal, read
from ragedu.learn.problems import Problem
from ragedu.tables import Table, visible

MOST_ROWS = 10
"""Rows of a class's tables: what a morning has time for."""

MANY_TRIES = 4


@dataclass(frozen=True, slots=True)
class Report:
    """Tables one below the other, then notes on what could not be read."""

    tables: Sequence[Table]
    notes: Sequence[str] = ()

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    def text(self, width: int | None = None) -> str:
        """The plain form, for a terminal of this width."""
        return "\n\n".join([*(each.text(width) for each in self.tables), *map(visible, self.notes)])

    def _repr_html_(self) -> str:
        notes = [Feedback("note", visible(each))._repr_html_() for each in self.notes]
        return "".join([*(each._repr_html_() for each in self.tables), *notes])


# --- one learner ---


def report_of(file: Path) -> Report:
    """The progress that a journal's file tells; OSError when it can't be read."""
    try:
        return progress_of(read(file), file.name)
    except FileNotFoundError:
        return Report([], [f"Nothing is kept in {file} yet. Answer a question in a notebook of the course, and it is."])


def progress_of(journal: Journal, name: str = FILE_NAME) -> Report:
    """What is done in each lesson, what was sure and wrong, and what to look at again."""
    tries = tries_in(journal.entries)
    columns = ["lesson", "solved", "tried, not solved", "sure and wrong", "not tried yet"]
    tables = [Table("Your progress", columns, [_lesson_row(number, tries) for number in bank.lessons()])]
    if again := list(_to_look_at_again(tries)):
        tables.append(Table("Look at these again", ["problem", "why", "what it is about"], again))
    return Report(tables, _notes(Counter({name: journal.torn}), _unknown_in(journal.entries)))


def tries_in(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The attempts at each problem that this version of the course has, in order."""
    tries: dict[str, list[Entry]] = {each: [] for each in bank.ids()}
    for entry in entries:
        if entry.problem in tries:
            tries[entry.problem].append(entry)
    return {problem_id: made for problem_id, made in tries.items() if made}


def _solved(made: Sequence[Entry]) -> bool:
    return any(each.outcome == "correct" for each in made)


def _sure_and_wrong(made: Sequence[Entry]) -> bool:
    return made[0].outcome != "correct" and made[0].sure in SURE


def _lesson_row(number: str, tries: Mapping[str, Sequence[Entry]]) -> list[object]:
    ids = [each.id for each in (*bank.of_lesson(number), *bank.of_exercise(number))]
    tried = [tries[each] for each in ids if each in tries]
    solved, sure = sum(map(_solved, tried)), sum(map(_sure_and_wrong, tried))
    return [number, f"{solved} of {len(ids)}", len(tried) - solved, sure, len(ids) - len(tried)]


def _to_look_at_again(tries: Mapping[str, Sequence[Entry]]) -> Iterator[list[object]]:
    for problem in bank.everything():
        if problem.id in tries and (why := _why_again(tries[problem.id])):
            yield [problem.id, why, problem.objective]


def _why_again(made: Sequence[Entry]) -> str:
    """Why a problem is worth another look; empty for one that is not."""
    why = ["sure and wrong"] if _sure_and_wrong(made) else []
    if not _solved(made):
        why.append(f"not solved yet ({len(made)} {'try' if len(made) == 1 else 'tries'})")
    else:
        needed = [each.outcome for each in made].index("correct") + 1
        why += [f"took {needed} tries"] if needed >= MANY_TRIES else []
    return ", ".join(why)


# --- a room ---


@dataclass
class Room:
    """What the journals of a room tell, problem by problem; each journal is one learner's.

    tried, missed, open  how many learners tried a problem, were wrong at first, have not solved it yet
    shown                how many showed a misconception, by problem and name
    """

    learners: int = 0
    tried: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)
    shown: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, entries: Sequence[Entry]) -> None:
        """Count one learner's attempts."""
        tries = tries_in(entries)
        self.learners += bool(tries)
        self.tried.update(tries.keys())
        self.missed.update(each for each, made in tries.items() if made[0].outcome != "correct")
        self.open.update(each for each, made in tries.items() if not _solved(made))
        self.shown.update({(each.problem, each.misconception) for each in entries if each.misconception})


def progress_of_class(folder: Path) -> Report:
    """What a room got wrong, from the journals in a folder and the folders in it, one a learner."""
    files = sorted(each for each in folder.rglob("*.jsonl") if each.is_file())
    if not files:
        raise ValueError(
            f"{folder} holds no journal. Collect the learners' {FILE_NAME}, each under a name of its own or in a "
            "folder of its own, and name the folder that holds them all."
        )
    room, torn, unknown, closed = Room(), Counter[str](), 0, []
    for file in files:
        name = file.relative_to(folder).as_posix()
        try:
            journal = read(file)
        except OSError as error:
            closed.append(f"{name} can't be read: {error.strerror}.")
            continue
        room.add(journal.entries)
        torn[name] = journal.torn
        unknown += _unknown_in(journal.entries)
    return Report(list(_tables_of(room)), [*closed, *_notes(torn, unknown)])


def _tables_of(room: Room) -> Iterator[Table]:
    known = {each.id: each for each in bank.everything()}
    learners = f"{room.learners} learner{'s' * (room.learners != 1)}"
    missed = sorted(room.missed, key=lambda each: (-room.missed[each] / room.tried[each], -room.tried[each], each))
    yield Table(
        f"Most missed problems, of {learners}",
        ["problem", "tried by", "wrong at first", "not solved yet", "what it is about"],
        [[e, room.tried[e], room.missed[e], room.open[e], known[e].objective] for e in missed[:MOST_ROWS]],
    )
    rows = list(_misconception_rows(room.shown, known))
    columns = ["problem", "misconception", "learners", "what they were told"]
    yield Table(f"Most triggered misconceptions, of {learners}", columns, rows[:MOST_ROWS])


def _misconception_rows(shown: Counter[tuple[str, str]], known: Mapping[str, Problem]) -> Iterator[list[object]]:
    for (problem_id, name), learners in sorted(shown.items(), key=lambda each: (-each[1], each[0])):
        # A journal may say anything; only what the bank knows is repeated.
        sentences = misconceptions_of(known[problem_id]) if problem_id in known else {}
        if name in sentences:
            yield [problem_id, name, learners, sentences[name]]


# --- what could not be read ---


def _unknown_in(entries: Sequence[Entry]) -> int:
    known = set(bank.ids())
    return sum(each.problem not in known for each in entries)


def _notes(torn: Counter[str], unknown: int) -> list[str]:
    notes = [
        f"{name}: {count} line{'s' * (count != 1)} could not be read and {'is' if count == 1 else 'are'} left out."
        for name, count in torn.items()
        if count
    ]
    if unknown:
        notes.append(f"Left out: {unknown} attempts at problems that this version of ragedu doesn't have.")
    return notes
