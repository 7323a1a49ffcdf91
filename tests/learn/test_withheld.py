"""While a learner's code is checked, ragedu's own function refuses, whoever holds it and under whatever name."""

import functools
import threading
import time

import pytest

import ragedu
from ragedu.learn.withheld import WithheldError, is_ours, loaded, withheld
from ragedu.retrieval import precision_at_k, rank_of, recall_at_k

imported_earlier = recall_at_k


def test_it_refuses_inside_the_block_and_works_again_after_it():
    with withheld([recall_at_k]), pytest.raises(WithheldError):
        recall_at_k(["a"], {"a"}, 1)

    assert recall_at_k(["a"], {"a"}, 1) == 1.0


def test_it_refuses_whoever_imported_it_earlier():
    with withheld([recall_at_k]):
        for held in (imported_earlier, ragedu.recall_at_k, ragedu.retrieval.recall_at_k):
            with pytest.raises(WithheldError):
                held(["a"], {"a"}, 1)


def test_it_says_why_by_its_name():
    with withheld([rank_of]), pytest.raises(WithheldError) as refused:
        rank_of(["a"], passage_id="a")

    assert str(refused.value) == (
        "rank_of is what you are asked to write here, so ragedu's own rank_of is not to be had meanwhile"
    )


def test_keywords_and_defaults_make_no_difference():
    with withheld([precision_at_k]), pytest.raises(WithheldError):
        precision_at_k(["a"], {"a"}, k=1, count_empty=False)

    assert precision_at_k(["a"], {"a"}, 2) == 0.5
    assert precision_at_k(["a"], {"a"}, 2, count_empty=False) == 1.0


def test_others_go_on_working():
    with withheld([recall_at_k]):
        assert rank_of(["a"], "a") == 1


def test_an_error_inside_the_block_gives_it_back_all_the_same():
    with pytest.raises(RuntimeError), withheld([rank_of, rank_of]):
        raise RuntimeError

    assert rank_of(["a"], "a") == 1


def test_its_definition_card_stays_readable_meanwhile():
    with withheld([rank_of]):
        assert "counted from 1" in (rank_of.__doc__ or "")


def test_a_generator_of_functions_is_withheld_too():
    with withheld(each for each in [rank_of]), pytest.raises(WithheldError):
        rank_of(["a"], "a")

    assert rank_of(["a"], "a") == 1


# --- several threads, odd functions ---


def test_only_the_thread_that_is_checked_is_refused():
    elsewhere: list[object] = []
    with withheld([recall_at_k]):
        other = threading.Thread(target=lambda: elsewhere.append(recall_at_k(["a"], {"a"}, 1)))
        other.start()
        other.join()
        with pytest.raises(WithheldError):
            recall_at_k(["a"], {"a"}, 1)

    assert elsewhere == [1.0]


def test_all_threads_are_refused_where_that_is_asked():
    elsewhere: list[object] = []

    def call() -> None:
        try:
            elsewhere.append(recall_at_k(["a"], {"a"}, 1))
        except WithheldError:
            elsewhere.append("refused")

    with withheld([recall_at_k], all_threads=True):
        other = threading.Thread(target=call)
        other.start()
        other.join()

    assert elsewhere == ["refused"]


def test_two_checks_at_once_leave_the_function_whole():
    def check(seconds: float) -> None:
        with withheld([recall_at_k]):
            time.sleep(seconds)

    checks = [threading.Thread(target=check, args=(seconds,)) for seconds in (0.02, 0.1, 0.05)]
    for each in checks:
        each.start()
        time.sleep(0.01)
    for each in checks:
        each.join()

    assert recall_at_k(["a"], {"a"}, 1) == 1.0


def test_a_withheld_function_keeps_its_keywords_for_others():
    elsewhere: list[float] = []
    with withheld([precision_at_k]):
        other = threading.Thread(
            target=lambda: elsewhere.append(precision_at_k(["a"], {"a"}, 2, count_empty=False)),
        )
        other.start()
        other.join()

    assert elsewhere == [1.0]


def test_ours_is_told_by_the_code_and_not_by_what_a_decorator_copies():
    @functools.wraps(recall_at_k)
    def mine(retrieved: list[str], relevant: set[str], k: int) -> float:
        return 1.0

    class Odd:
        def __getattribute__(self, name: str) -> object:
            raise RuntimeError

    assert is_ours(recall_at_k)
    assert not is_ours(mine)
    assert not is_ours(Odd())
    assert not is_ours(len)


def test_another_librarys_function_refuses_in_its_own_name():
    from nltk.translate import bleu_score

    with withheld(loaded("nltk.translate.bleu_score:brevity_penalty")), pytest.raises(WithheldError) as refused:
        bleu_score.brevity_penalty(9, 3)

    assert "so nltk's own brevity_penalty is not to be had meanwhile" in str(refused.value)
    assert bleu_score.brevity_penalty(9, 9) == 1


def test_what_was_never_loaded_can_not_be_withheld():
    assert loaded("no_such_library:function") == []
    assert loaded("nltk.translate.bleu_score:no_such_function") == []
