"""Systems that can no longer be asked, only looked up: their traces were recorded."""

from collections.abc import Iterable

from ragedu.cases import Case, Trace


class RecordedAssistant:
    """Gives the recorded trace of a case, by its id, and where it was recorded, the one with the oracle's passages.

    traces  as the system answered
    oracle  as it answered from the expected passages alone
    """

    def __init__(self, traces: Iterable[Trace], oracle: Iterable[Trace] = ()) -> None:
        self._traces = {trace.case.id: trace for trace in traces}
        self._oracle = {trace.case.id: trace for trace in oracle}

    def ask(self, case: Case) -> Trace:
        """The recorded trace. ValueError where there is none."""
        return _recorded(self._traces, case, "answer")

    def ask_oracle(self, case: Case) -> Trace:
        """The recorded trace from the expected passages alone. ValueError where there is none."""
        return _recorded(self._oracle, case, "answer from the expected passages alone")


def _recorded(traces: dict[str, Trace], case: Case, what: str) -> Trace:
    if case.id not in traces:
        some = ", ".join(list(traces)[:3]) or "none"
        raise ValueError(f"no {what} was recorded for the case {case.id!r}. Recorded are, for example: {some}.")
    return traces[case.id]
