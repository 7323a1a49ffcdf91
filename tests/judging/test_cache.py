"""The file of replies: a run is repeated without a call, whatever was cut short and whoever else writes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ragedu.judging.cache import ReplyCache
from ragedu.judging.chat import ChatJudge
from ragedu.judging.judges import JudgeError, Verdict
from tests.judging.endpoint import endpoint, fails, says

GOOD = '{"grade": 2, "evidence": "", "reason": "да"}'
FULLY = Verdict(2, "", "да")


def kept(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines() if line]


def put(cache: ReplyCache, key: str, reply: str = "r") -> None:
    cache.put(key, reply, model="m", asked="relevant")


def test_a_run_is_repeated_without_a_call(tmp_path):
    path = tmp_path / "deep" / "replies.jsonl"
    with endpoint(says(GOOD)) as running:
        first = ChatJudge("m", base_url=running.url, cache=path)
        assert [first.relevant("q", "a"), first.relevant("q", "a"), first.relevant("q", "b")] == [FULLY] * 3
        assert (first.client.calls, first.client.from_cache) == (2, 1)
    # The endpoint is gone by now; neither it, a key nor the package openai is needed.
    again = ChatJudge("m", cache=path, offline=True)

    assert [again.relevant("q", "a"), again.relevant("q", "b")] == [FULLY] * 2
    assert (again.client.calls, again.client.from_cache) == (0, 2)
    assert [each["model"] for each in kept(path)] == ["m", "m"]


def test_what_the_file_does_not_hold_is_an_error_offline(tmp_path):
    path = tmp_path / "replies.jsonl"
    with pytest.raises(JudgeError) as caught:
        ChatJudge("m", cache=path, offline=True).relevant("q", "a")

    assert str(caught.value) == (
        f"no reply of m to this 'relevant' question is in {path}, and offline=True forbids asking. "
        "Run it once with offline=False, or look whether texts, model or options changed."
    )


def test_another_model_prompt_or_option_is_another_question(tmp_path):
    path = tmp_path / "replies.jsonl"
    with endpoint(says(GOOD)) as running:
        for model, options in [("m", {}), ("n", {}), ("m", {"temperature": 1.0}), ("m", {"extra": {"seed": 1}})]:
            ChatJudge(model, base_url=running.url, cache=path, **options).relevant("q", "a")
        ChatJudge("m", base_url=running.url, cache=path).relevant("q", "a2")
        # Neither the address nor how patient we are changes what is asked.
        ChatJudge("m", base_url=running.url.replace("127.0.0.1", "localhost"), cache=path, timeout=9).relevant("q", "a")

    assert len(running.requests) == 5
    assert len({each["key"] for each in kept(path)}) == 5


def test_only_a_readable_reply_is_kept(tmp_path):
    path = tmp_path / "replies.jsonl"
    with endpoint(says("hm"), fails(500), says('{"grade": 9}'), says(GOOD)) as running:
        ChatJudge("m", base_url=running.url, cache=path, sleep=lambda _: None).relevant("q", "a")

    assert [each["reply"] for each in kept(path)] == [GOOD]


def test_a_last_line_cut_short_costs_a_call_and_harms_no_other(tmp_path):
    path = tmp_path / "replies.jsonl"
    put(ReplyCache(path), "one")
    whole = path.read_bytes()
    put(ReplyCache(path), "two")
    for cut in range(len(whole) + 1, len(path.read_bytes())):
        torn = tmp_path / f"torn-{cut}"
        torn.write_bytes(path.read_bytes()[:cut])
        cache = ReplyCache(torn)
        assert (cache.get("one"), cache.get("two")) == ("r", None)
        put(cache, "two", "new")
        assert [ReplyCache(torn).get(key) for key in ("one", "two")] == ["r", "new"]


@pytest.mark.parametrize("line", [b"\xff\xfe", b"[]", b"{}", b"null", b'{"key": 1, "reply": "r"}', b"[" * 100_000])
def test_a_line_that_is_no_reply_is_passed_over_and_counted(tmp_path, line):
    path = tmp_path / "replies.jsonl"
    path.write_bytes(line + b"\n\n")
    put(ReplyCache(path), "one")
    cache = ReplyCache(path)

    assert (cache.get("one"), cache.unreadable) == ("r", 1)


def test_what_another_process_wrote_is_found_too(tmp_path):
    path = tmp_path / "replies.jsonl"
    mine, theirs = ReplyCache(path), ReplyCache(path)
    assert mine.get("one") is None
    put(theirs, "one")
    assert mine.get("one") == "r"
    put(mine, "two")
    put(theirs, "three")
    assert [cache.get(key) for cache in (mine, theirs) for key in ("two", "three")] == ["r"] * 4


def test_a_file_that_was_put_in_its_place_is_read_from_the_start(tmp_path):
    path = tmp_path / "replies.jsonl"
    cache = ReplyCache(path)
    put(cache, "one", "a long reply " * 20)
    cache.get("missing")
    path.unlink()
    put(ReplyCache(path), "two")

    assert cache.get("two") == "r"


def test_a_reply_of_any_letters_comes_back_as_it_was(tmp_path):
    reply = 'да\n"\u2028\x00\ud800 😀'
    put(ReplyCache(tmp_path / "r"), "one", reply)

    assert ReplyCache(tmp_path / "r").get("one") == reply


def test_two_processes_that_write_at_once_lose_no_line(tmp_path):
    path = tmp_path / "replies.jsonl"
    program = (
        "import sys\nfrom ragedu.judging.cache import ReplyCache\ncache = ReplyCache(sys.argv[1])\n"
        "for n in range(300):\n    cache.put(f'{sys.argv[2]}-{n}', 'r' * n * 40, model='m', asked='a')\n"
    )
    writers = [subprocess.Popen([sys.executable, "-c", program, str(path), name]) for name in "ab"]
    assert [each.wait(60) for each in writers] == [0, 0]
    cache = ReplyCache(path)

    assert all(cache.get(f"{name}-{n}") == "r" * n * 40 for name in "ab" for n in range(300))
    assert cache.unreadable == 0
