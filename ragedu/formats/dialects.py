"""How each tool names the parts of a trace in JSON Lines: one function for each, from a record to a `Trace`.

What is not in the record stays None. Keys that a tool does not know become labels of the case where they hold plain
text, a number, true or false; lists and objects under other keys have no place in a trace and are left out.

No tool but ours says whether an answer is right, so our "verdict" and "expected" are read beside the names of any.
"""

from collections.abc import Callable, Sequence, Set
from typing import Any, get_args

from ragedu.cases import Case, Evidence, Hit, Trace, Verdict, text_id
from ragedu.formats.records import Record, as_label


def from_ragedu(record: Record) -> Trace:
    """Our own names: the fields of `Case` and `Trace`.

    evidence      nested groups, an *and* of *or*s; a flat list of ids means all of them
    indexed       a list of ids
    candidates, reranked, prompt  lists of ids, or of objects with id, score and text
    labels        an object; other plain keys become labels too, and labels wins where both name one
    """
    question = record.needed_text("question")
    case_id = record.id("id") or text_id(question)
    evidence = _evidence(record, "evidence", flat_means_any=False)
    expected, given = record.text("expected"), _given_labels(record)
    indexed = record.ids("indexed")
    trace = {
        "indexed": None if indexed is None else frozenset(indexed),
        "candidates": record.hits("candidates"),
        "reranked": record.hits("reranked"),
        "prompt": record.hits("prompt"),
        "answer": record.text("answer"),
        "answer_source": record.text("answer_source"),
        "verdict": _verdict(record),
        "tokens": record.count("tokens"),
    }
    reference = record.text("reference")
    labels = {**record.labels(), **given}
    return Trace(Case(case_id, question, evidence, expected, labels, reference), **trace)


def from_ragas(record: Record) -> Trace:
    """ragas from 0.2 on. What was retrieved counts as found by the first stage, and as what reached the prompt.

    Texts without ids get one made of the text, the same for equal texts; where one side has ids and texts and the other
    only texts, both go by their texts. `reference` is a whole answer, which no other answer contains word for word, so
    it becomes the case's reference and not its expected text: by itself it judges no answer.
    """
    question = record.needed_text("user_input")
    found, needed = _ragas_sides(record)
    evidence = None if needed is None else Evidence(tuple((hit.id,) for hit in needed))
    answer, reference = record.text("response"), record.text("reference")
    case_id = record.id("id") or text_id(question)
    expected, verdict = record.text("expected"), _verdict(record)
    case = Case(case_id, question, evidence, expected, record.labels(), reference)
    return Trace(case, candidates=found, prompt=found, answer=answer, verdict=verdict)


def from_ragas_old(record: Record) -> Trace:
    """ragas before 0.2: `contexts` are texts and get ids made of them; it names no passages that are needed.

    Of several `ground_truths` the first is the reference.
    """
    question = record.needed_text("question")
    found = _texts_as_hits(record.texts("contexts"))
    answer = record.text("answer")
    several, one = record.first_text("ground_truths"), record.first_text("ground_truth")
    case_id = record.id("id") or text_id(question)
    expected, verdict = record.text("expected"), _verdict(record)
    reference = several if one is None else one
    case = Case(case_id, question, expected=expected, labels=record.labels(), reference=reference)
    return Trace(case, candidates=found, prompt=found, answer=answer, verdict=verdict)


def from_llamaindex(record: Record) -> Trace:
    """LlamaIndex' retriever evaluation: every expected id is needed. Passages' expected texts have no place here."""
    question = record.needed_text("query")
    needed = record.ids("expected_ids")
    evidence = None if needed is None else Evidence(tuple((each,) for each in needed))
    found = _paired(record, "retrieved_ids", "retrieved_texts", by_id=True)
    case_id = record.id("query_id") or record.id("id") or text_id(question)
    expected, verdict = record.text("expected"), _verdict(record)
    return Trace(Case(case_id, question, evidence, expected, record.labels()), candidates=found, verdict=verdict)


def from_autorag(record: Record) -> Trace:
    """AutoRAG: `retrieval_gt` is an *and* of *or*s; in a flat list, as in AutoRAG itself, any one id is enough.

    Of several texts under `generation_gt`, whole answers as in ragas, the first is the reference.
    """
    question = record.needed_text("query")
    case_id = record.id("qid") or text_id(question)
    evidence = _evidence(record, "retrieval_gt", flat_means_any=True)
    found = _paired(record, "retrieved_ids", "retrieved_contents", "retrieve_scores", by_id=True)
    answer, reference = record.text("generated_texts"), record.first_text("generation_gt")
    expected, verdict = record.text("expected"), _verdict(record)
    case = Case(case_id, question, evidence, expected, record.labels(), reference)
    return Trace(case, candidates=found, answer=answer, verdict=verdict)


DIALECTS: dict[str, Callable[[Record], Trace]] = {
    "ragedu": from_ragedu,
    "ragas": from_ragas,
    "ragas-old": from_ragas_old,
    "llamaindex": from_llamaindex,
    "autorag": from_autorag,
}

SIGNS: dict[str, tuple[set[str], set[str]]] = {
    "ragas": ({"user_input"}, set()),
    "autorag": ({"query"}, {"qid", "retrieval_gt", "generation_gt"}),
    "llamaindex": ({"query"}, {"expected_ids", "retrieved_ids"}),
    "ragas-old": ({"question"}, {"contexts", "ground_truth", "ground_truths"}),
    "ragedu": ({"question"}, set()),
}
"""For each dialect, in the order in which they are tried: keys it must have, and keys of which it must have one."""

OURS = {"evidence", "indexed", "candidates", "reranked", "prompt"}
"""Keys beside "question" that make a record ours where lists stand under them, whatever else it holds.

Under these names other tools write text, the whole prompt say.
"""


def dialect_of(keys: set[str], lists: Set[str] = frozenset()) -> str | None:
    """The dialect that has such keys, some of which hold lists; None when no tool known here does."""
    if "question" in keys and OURS & lists:
        return "ragedu"
    for name, (needed, any_of) in SIGNS.items():
        if needed <= keys and (not any_of or any_of & keys):
            return name
    return None


def _evidence(record: Record, key: str, *, flat_means_any: bool) -> Evidence | None:
    values = record.value(key)
    if values is None:
        return None
    if flat_means_any and not isinstance(values, list):
        values = [values]
    if not isinstance(values, list):
        raise record.wrong(key, "a list of ids or of groups of ids", values, "Write [ ] around it.")
    if flat_means_any and values and not any(isinstance(each, list) for each in values):
        values = [values]
    if flat_means_any:
        values = [each for each in values if each != []]  # [[]] is how AutoRAG says that no passage answers
    return Evidence(tuple(_group(record, key, each) for each in values))


def _group(record: Record, key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        return (record.as_id(key, value),)
    if not value:
        raise record.wrong(key, "at least one id in each group", value, "Leave an empty group out.")
    return tuple(record.as_id(key, each) for each in value)


def _given_labels(record: Record) -> dict[str, str]:
    labels = record.value("labels")
    if labels is None:
        return {}
    if not isinstance(labels, dict):
        raise record.wrong("labels", "an object", labels, 'Write {"kind": "paraphrased"}.')
    for each in labels.values():
        if not isinstance(each, str | int | float):
            raise record.wrong("labels", "text, numbers, true or false", each)
    return {key: as_label(each) for key, each in labels.items()}


def _verdict(record: Record) -> Any:
    verdict = record.value("verdict")
    if verdict is not None and verdict not in get_args(Verdict):
        advice = "To keep it as a label, give it another name."
        raise record.wrong("verdict", '"right" or "wrong"', verdict, advice)
    return verdict


def _paired(
    record: Record, ids_key: str, texts_key: str, scores_key: str = "", *, by_id: bool = False
) -> tuple[Hit, ...] | None:
    """Hits from parallel lists of ids, texts and scores, each of which may be missing; ids must be there if by_id."""
    ids, texts = record.ids(ids_key), record.texts(texts_key)
    scores = record.list(scores_key) if scores_key else None
    if ids is None and texts is not None and by_id:
        raise record.missing(ids_key)
    if ids is None:
        return _texts_as_hits(texts)
    for key, values in ((texts_key, texts), (scores_key, scores)):
        if values is not None and len(values) != len(ids):
            raise record.wrong(key, f"{len(ids)} values, one for each of {ids_key},", values)
    numbers = [None] * len(ids) if scores is None else [record.number(scores_key, each) for each in scores]
    return tuple(map(Hit, ids, numbers, texts if texts is not None else [None] * len(ids)))


def _texts_as_hits(texts: Sequence[str] | None) -> tuple[Hit, ...] | None:
    return None if texts is None else tuple(Hit(text_id(each), None, each) for each in texts)


def _ragas_sides(record: Record) -> tuple[tuple[Hit, ...] | None, tuple[Hit, ...] | None]:
    """What was retrieved and what was needed, both by their own ids or both by their texts."""
    found = _paired(record, "retrieved_context_ids", "retrieved_contexts")
    needed = _paired(record, "reference_context_ids", "reference_contexts")
    with_ids = [record.fields.get(key) is not None for key in ("retrieved_context_ids", "reference_context_ids")]
    if not found or not needed or all(with_ids):
        return found, needed
    without_text = next((hit for hit in (*found, *needed) if hit.text is None), None)
    if without_text is not None:
        # An id never equals a text: every score would quietly be 0.
        lacking = "reference_context_ids" if with_ids[0] else "retrieved_context_ids"
        raise record.wrong(
            lacking, "a list of ids to compare with the ids on the other side", None, "Give ids, or texts, on both."
        )
    return _texts_as_hits([hit.text or "" for hit in found]), _texts_as_hits([hit.text or "" for hit in needed])
