"""What stands between `ragedu sweep` and the work: what to sweep, as typed; an assistant of one's own; files out."""

import csv
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from math import isfinite
from pathlib import Path
from typing import Any

from ragedu.assistant.pipeline import Assistant
from ragedu.cases import Case, Trace, described
from ragedu.files import written
from ragedu.formats import iter_traces
from ragedu.measures import DEFAULT_KS, QUESTIONS
from ragedu.measuring import cut_in, parts, plain_cell, watch
from ragedu.sweeps import Make, Sweep, sweep
from ragedu.tables import on_screen
from ragedu.trace_files import sweep_cuts, sweep_files

SHOP_KS = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Asked:
    """The options as typed."""

    files: Sequence[Path]
    ks: Sequence[str] = ()
    thresholds: Sequence[str] = ()
    assistant: str = ""
    cases: Path | None = None
    names: Sequence[str] = ()
    knob: str = ""
    format: str | None = None

    @property
    def source(self) -> str:
        """What is swept, for a heading."""
        named = ", ".join(each.name for each in self.files[:3])
        more = f" and {len(self.files) - 3} more" if len(self.files) > 3 else ""
        return f"{named}{more}" if named else self.assistant or "the shop's assistant"


def swept(asked: Asked) -> Sweep:
    """The sweep that was asked for."""
    if asked.files and (asked.assistant or asked.cases):
        raise ValueError("files hold recorded answers, and --assistant is asked live. Give one or the other.")
    if (asked.names or asked.knob) and len(asked.files) < 2:
        raise ValueError("--name and --knob are for several files, one for each setting.")
    if not asked.files:
        return _live(asked)
    return _of_one_file(asked) if len(asked.files) == 1 else _of_several(asked)


# --- recorded ---


def _of_one_file(asked: Asked) -> Sweep:
    if asked.thresholds:
        raise ValueError("one file can be cut at each -k. For thresholds give a file for each, or sweep live.")
    return sweep_cuts(asked.files[0], _ks(asked) or DEFAULT_KS, format=asked.format, watch=watch())


def _of_several(asked: Asked) -> Sweep:
    knob, settings = _settings(asked)
    if len(settings) != len(asked.files):
        raise ValueError(
            f"{len(asked.files)} files need as many settings to name them by, in their order; given: {len(settings)}. "
            "To cut rankings at each k, give one file alone."
        )
    files = dict(zip(settings, asked.files, strict=True))
    return sweep_files(files, asked.knob or knob, format=asked.format, watch=watch())


def _settings(asked: Asked) -> tuple[str, list[Any]]:
    """What several files are called: by the option that says so, else by their own names."""
    said: dict[str, list[Any]] = {"k": _ks(asked), "threshold": _thresholds(asked), "setting": parts(asked.names)}
    given = [(knob, settings) for knob, settings in said.items() if settings]
    if len(given) > 1:
        raise ValueError("-k, --threshold and --name each say what several files are. Give one of them.")
    if given:
        return given[0]
    stems = [each.stem for each in asked.files]
    return "file", stems if len(set(stems)) == len(stems) else list(dict.fromkeys(map(str, asked.files)))


def _ks(asked: Asked) -> list[int]:
    return [cut_in(each) for each in parts(asked.ks)]


def _thresholds(asked: Asked) -> list[float]:
    return [_threshold(each) for each in parts(asked.thresholds)]


def _threshold(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise ValueError(f"--threshold takes numbers, such as 0,0.1,0.2, not {text!r}.")
    return value


# --- live ---


def _live(asked: Asked) -> Sweep:
    assistant, cases = _asked_live(asked)
    ks, thresholds = _ks(asked), _thresholds(asked)
    if not thresholds:
        return sweep("k", _made_by(assistant, "k", asked), ks or SHOP_KS, cases)
    if ks:
        assistant = _at_one_k(assistant, ks)
    return sweep("threshold", _made_by(assistant, "threshold", asked), thresholds, cases)


def _asked_live(asked: Asked) -> tuple[Any, list[Case]]:
    """The assistant, and what to ask it."""
    if asked.assistant and asked.cases:
        return _named_object(asked.assistant), [each.case for each in iter_traces(asked.cases, asked.format)]
    if asked.assistant or asked.cases:
        raise ValueError("--assistant and --cases go together: whom to ask, and what.")
    from ragedu.assistant import shop

    return shop.assistant, shop.cases


def _at_one_k(assistant: Any, ks: Sequence[int]) -> Any:
    if len(ks) > 1 or not isinstance(assistant, Assistant):
        raise ValueError("one thing is turned at a time: with --threshold give one -k, and that to an Assistant.")
    return replace(assistant, k=ks[0])


def _named_object(named: str) -> Any:
    """ "package.module:name" as the object it names; modules are looked for in the folder one is in as well."""
    module, _, name = named.partition(":")
    if not module or not name:
        raise ValueError(f"--assistant takes a module and a name in it, such as my_rag:assistant, not {named!r}.")
    sys.path.insert(0, str(Path.cwd()))
    found = _tried(lambda: import_module(module), f"--assistant {named}: the module can't be imported")
    for each in name.split("."):
        if not hasattr(found, each):
            raise ValueError(f"--assistant {named}: {module} has no {each!r}.")
        found = getattr(found, each)
    return found


def _made_by(assistant: Any, knob: str, asked: Asked) -> Make:
    """What makes the assistant for a setting; a fault in a user's own code is told as such."""
    if isinstance(assistant, Assistant):
        make: Callable[[Any], Any] = lambda setting: replace(assistant, **{knob: setting})  # noqa: E731
    elif callable(assistant):
        make = assistant
    else:
        raise ValueError(
            f"--assistant {asked.assistant} must be an Assistant, or a function that makes one for each {knob}, not "
            f"{described(assistant)}."
        )
    return lambda setting: _Told(make, setting, f"--assistant {asked.assistant}, {knob} = {setting}")  # type: ignore[return-value]


class _Told:
    """An assistant of the user's own: what goes wrong in it says where, and is no fault of ragedu."""

    def __init__(self, make: Callable[[Any], Any], setting: Any, where: str) -> None:
        self.where = where
        self.system = _tried(lambda: make(setting), where)

    def ask(self, case: Case) -> Trace:
        """Ask it."""
        trace = _tried(lambda: self.system.ask(case), f"{self.where}, question {case.named!r}")
        if not isinstance(trace, Trace):
            raise ValueError(f"{self.where}: ask(case) must give a Trace, not {described(trace)}.")
        return trace


def _tried(work: Callable[[], Any], where: str) -> Any:
    try:
        return work()
    except Exception as error:
        told = " ".join(f"{type(error).__name__}: {error}".split())[:500]
        raise ValueError(f"{where}: {told}. RAGEDU_DEBUG=1 before the command shows where.") from error


# --- shown and written ---


def shown(result: Sweep, per_question: bool) -> str:
    """What is printed: the shares, the means with their intervals, every question."""
    tables = [result.table(), result.table_of_intervals()]
    tables += [result.table_per_question()] if per_question else []
    return on_screen(*tables)


def write_csv(path: Path, result: Sweep, per_question: bool) -> None:
    """A row for each setting; or for each question at each setting."""
    with written(path) as file:
        rows = _question_rows(result) if per_question else _setting_rows(result)
        csv.writer(file, lineterminator="\n").writerows([plain_cell(each) for each in row] for row in rows)


def _setting_rows(result: Sweep) -> Iterator[Sequence[object]]:
    for place, row in enumerate(result.plain_rows()):
        if not place:
            yield ["knob", *row]
        yield [result.knob, *row.values()]


def _question_rows(result: Sweep) -> Iterator[Sequence[object]]:
    yield ["knob", "setting", "question", *QUESTIONS, "tokens", "refusal", "what goes wrong"]
    for setting in result:
        report = result[setting]
        refusal = report.columns()["refusal"]
        for question, scores in report.per_question.items():
            told = " ".join(report.reasons.get(question, ()))
            known = [int(scores[name]) if name in scores else None for name in QUESTIONS]
            yield [result.knob, setting, question, *known, report.tokens.get(question), refusal.get(question), told]
