"""What holds for every ranking, whatever it is."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ragedu.retrieval import (
    average_precision,
    context_precision,
    dcg_at_k,
    evidence_recall_at_k,
    found_at_k,
    hit_rate_at_k,
    id_context_recall,
    ndcg_at_k,
    precision_at_k,
    rank_of,
    recall_at_k,
    reciprocal_rank,
)

often = settings(max_examples=150, deadline=None)

ids = st.sampled_from([f"d{number}" for number in range(12)])
rankings = st.lists(ids, max_size=15)  # with repeats
distinct = st.lists(ids, max_size=12, unique=True)
grades = st.dictionaries(ids, st.one_of(st.integers(-1, 3), st.floats(0.1, 4)), min_size=1).filter(
    lambda judged: any(grade > 0 for grade in judged.values())
)
relevant = st.one_of(grades, st.frozensets(ids, min_size=1))
groups = st.lists(st.lists(ids, min_size=1, max_size=3), min_size=1, max_size=4)
cuts = st.integers(1, 20)

OF_RELEVANT = [precision_at_k, recall_at_k, hit_rate_at_k, average_precision, context_precision, ndcg_at_k]
OF_RELEVANT += [reciprocal_rank, lambda *each: ndcg_at_k(*each, gain="exponential")]
OF_RELEVANT += [lambda *each: precision_at_k(*each, count_empty=False)]
OF_GROUPS = [found_at_k, evidence_recall_at_k, id_context_recall]


@often
@given(rankings, relevant, groups, cuts)
def test_every_score_lies_between_0_and_1_even_with_repeats(retrieved, relevant, groups, k):
    for metric in OF_RELEVANT:
        assert 0 <= metric(retrieved, relevant, k) <= 1
    for metric in OF_GROUPS:
        assert 0 <= metric(retrieved, groups, k) <= 1
    for metric in (average_precision, context_precision, reciprocal_rank):
        assert 0 <= metric(retrieved, relevant) <= 1


@often
@given(rankings, relevant, groups, cuts)
def test_what_is_found_is_not_lost_as_k_grows(retrieved, relevant, groups, k):
    for metric in (recall_at_k, hit_rate_at_k, average_precision, reciprocal_rank, dcg_at_k):
        assert metric(retrieved, relevant, k) <= metric(retrieved, relevant, k + 1) + 1e-12
    for metric in OF_GROUPS:
        assert metric(retrieved, groups, k) <= metric(retrieved, groups, k + 1)


@often
@given(rankings, relevant, groups, cuts, st.randoms(use_true_random=False))
def test_what_stands_below_k_changes_nothing(retrieved, relevant, groups, k, source):
    below = retrieved[k:]
    source.shuffle(below)
    other = [*retrieved[:k], *below]
    for metric in OF_RELEVANT:
        assert metric(retrieved, relevant, k) == metric(other, relevant, k) == metric(retrieved[:k], relevant, k)
    for metric in OF_GROUPS:
        assert metric(retrieved, groups, k) == metric(other, groups, k) == metric(retrieved[:k], groups, k)


@often
@given(rankings, relevant, groups, cuts)
def test_an_irrelevant_passage_at_the_end_changes_no_recall(retrieved, relevant, groups, k):
    longer = [*retrieved, "never-judged"]
    for metric in (recall_at_k, hit_rate_at_k, reciprocal_rank, average_precision, ndcg_at_k, precision_at_k):
        assert metric(longer, relevant, k) == metric(retrieved, relevant, k)
    for metric in OF_GROUPS:
        assert metric(longer, groups, k) == metric(retrieved, groups, k)
    assert average_precision(longer, relevant) == average_precision(retrieved, relevant)


@often
@given(grades, distinct, cuts)
def test_a_perfect_ranking_scores_1(judged, more, k):
    best = sorted(judged, key=judged.__getitem__, reverse=True)
    perfect = [*best, *(each for each in more if each not in judged)]
    needed = sum(grade > 0 for grade in judged.values())

    assert ndcg_at_k(perfect, judged, k) == ndcg_at_k(perfect, judged, k, gain="exponential") == 1
    assert (
        reciprocal_rank(perfect, judged)
        == average_precision(perfect, judged)
        == context_precision(perfect, judged)
        == 1
    )
    assert hit_rate_at_k(perfect, judged, k) == recall_at_k(perfect, judged, needed) == 1
    assert precision_at_k(perfect, judged, min(k, needed)) == 1
    assert found_at_k(perfect, [best], len(best)) == evidence_recall_at_k(perfect, [best], len(best)) == 1


@often
@given(distinct, relevant, cuts, st.data())
def test_a_repeat_never_helps(retrieved, relevant, k, data):
    assume(retrieved)
    first = data.draw(st.integers(0, len(retrieved) - 1))
    second = data.draw(st.integers(first + 1, len(retrieved)))
    repeated = [*retrieved[:second], retrieved[first], *retrieved[second:]]
    # Not context precision: a repeat can push a late find below k, and it judges only what is found.
    for metric in (precision_at_k, recall_at_k, hit_rate_at_k, reciprocal_rank, average_precision, ndcg_at_k):
        assert metric(repeated, relevant, k) <= metric(retrieved, relevant, k)


@often
@given(rankings, ids, cuts)
def test_one_relevant_passage_makes_every_metric_a_matter_of_its_rank(retrieved, passage, k):
    rank = rank_of(retrieved, passage)
    inside = 1 <= rank <= k

    assert hit_rate_at_k(retrieved, {passage}, k) == recall_at_k(retrieved, {passage}, k) == inside
    assert found_at_k(retrieved, [[passage]], k) == evidence_recall_at_k(retrieved, [[passage]], k) == inside
    assert precision_at_k(retrieved, {passage}, k) == inside / k
    assert (
        reciprocal_rank(retrieved, {passage}, k)
        == average_precision(retrieved, {passage}, k)
        == (1 / rank if inside else 0)
    )


@often
@given(rankings, st.frozensets(ids, min_size=1), cuts)
def test_a_set_is_as_good_as_grades_of_1(retrieved, needed, k):
    for metric in [*OF_RELEVANT, dcg_at_k]:
        assert metric(retrieved, needed, k) == metric(retrieved, dict.fromkeys(needed, 1), k)


@often
@given(rankings, grades, cuts, st.floats(0.5, 8))
def test_ndcg_does_not_depend_on_the_unit_of_grades(retrieved, judged, k, unit):
    scaled = {each: grade * unit for each, grade in judged.items()}

    assert abs(ndcg_at_k(retrieved, judged, k) - ndcg_at_k(retrieved, scaled, k)) < 1e-9


@often
@given(rankings, st.frozensets(ids, min_size=1), cuts)
def test_one_id_in_each_group_makes_evidence_recall_plain_recall(retrieved, needed, k):
    singles = [[each] for each in needed]

    assert evidence_recall_at_k(retrieved, singles, k) == recall_at_k(retrieved, needed, k)
    assert found_at_k(retrieved, singles, k) == (recall_at_k(retrieved, needed, k) == 1)
    assert id_context_recall(retrieved, singles, k) == recall_at_k(retrieved, needed, k)
