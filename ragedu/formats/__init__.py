"""Files in and out: TREC runs and qrels, BEIR folders, and traces in JSON Lines as several tools write them.

| module | holds |
|---|---|
| `trec` | runs, streamed question by question, and qrels |
| `beir` | BEIR folders |
| `traces` | JSON Lines of traces, which format a file is in, and writing |
| `dialects` | how ragas, LlamaIndex, AutoRAG and we name the parts of a trace |
| `records`, `lines`, `errors` | what the readers share: JSON objects, lines of UTF-8, and messages |

Every reader says where a file is wrong, what was expected and what was found; no line is lost in silence.
"""

from ragedu.cases import text_id
from ragedu.formats.beir import Beir, read_beir
from ragedu.formats.errors import FormatError, MixedQuestionsError, quoted
from ragedu.formats.traces import FORMATS, detect_format, first_line, iter_traces, repeat_in, write_traces
from ragedu.formats.trec import Ranking, best_first, iter_run, read_qrels, read_run, write_qrels, write_run

__all__ = [
    "FORMATS",
    "Beir",
    "FormatError",
    "MixedQuestionsError",
    "Ranking",
    "best_first",
    "detect_format",
    "first_line",
    "iter_run",
    "iter_traces",
    "quoted",
    "read_beir",
    "read_qrels",
    "read_run",
    "repeat_in",
    "text_id",
    "write_qrels",
    "write_run",
    "write_traces",
]
