"""The pages that `--html` writes: what stands in them, and that nothing of a file is taken as markup."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import pytest

from ragedu import report_page
from ragedu.assistant import firmware, shop
from ragedu.cases import Case, Hit, Trace, all_of
from ragedu.diagnosis import breakdown
from ragedu.evaluation import cut
from ragedu.experiment import report, sweep_k
from ragedu.reporting import Report

EVIL = '</title></style><script>alert(1)</script><img src=x onerror="alert(2)">"\' & \x1b[31m\u202e'


class Outline(HTMLParser):
    """Tags with their attributes, and the text of headings and captions."""

    EMPTY = frozenset({"meta", "path", "use", "rect"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.told: dict[str, list[str]] = {}
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        if tag not in self.EMPTY:
            self.open.append(tag)
            self.told.setdefault(tag, []).append("")

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        for tag in self.open:
            self.told[tag][-1] += data

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for each, attributes in self.tags if each == tag]


def diagnosed(traces: list[Trace], **options: str) -> str:
    return report_page.diagnosis_page(breakdown(traces, **options), report(traces), "traces.jsonl")


def evil_trace() -> Trace:
    case = Case(EVIL, f"{EVIL} how much?", all_of("a"), f"5 {EVIL}", labels={EVIL: EVIL})
    prompt = (Hit(EVIL, text=f"3 euro {EVIL}"),)
    return Trace(case, candidates=prompt, prompt=prompt, answer=f"4 euro [{EVIL}] [b]. {EVIL}", verdict="wrong")


@pytest.fixture(scope="module")
def by_k() -> str:
    return report_page.sweep_page(sweep_k(shop.assistant, shop.cases), "the shop's assistant")


@pytest.fixture(scope="module")
def of_firmware() -> str:
    return diagnosed(list(firmware.traces), by="kind")


def test_a_diagnosis_has_its_tables_its_figure_and_the_worst_answers(of_firmware):
    page = Outline(of_firmware)

    assert page.told["h2"] == ["Where it first failed", "By kind", "Found, grounded, right", "The worst answers"]
    assert page.told["caption"] == [
        "18 of 60 answered badly",
        "Bad answers by kind",
        "Found, grounded, right over 60 questions",
    ]
    assert page.named("svg")[0]["aria-label"].startswith("13 of 18 bad answers failed before")
    assert len(page.told["article"]) == 20
    assert "index: bulletin-03-1 is not in the index." in " ".join(page.told["article"])


def test_a_sweep_has_every_setting_its_intervals_and_what_goes_wrong_where(by_k):
    page = Outline(by_k)

    assert page.told["h1"] == ["Sweep of the shop's assistant"]
    assert page.told["h2"] == ["At each k", "How sure", "Question by question", "What goes wrong at k = 1"]
    assert "0.43 [0.16, 0.75]" in page.told["td"]
    assert "Most right at k = 4: 8 of 8 (grounded 8 of 8, found 7 of 7)." in page.told["p"]
    assert len(page.told["article"]) == 4


def test_an_answer_is_shown_with_its_marks(by_k):
    marked = next(each for each in Outline(by_k).told["article"] if each.startswith("I want to return"))

    assert "30 days? not checked" in marked
    assert "[return-1]✗ not in prompt" in marked
    assert marked.count("return-1 is cited but was not in the prompt") == 1


@pytest.mark.parametrize("page", ["by_k", "of_firmware"])
def test_a_page_asks_for_nothing_from_elsewhere_and_runs_nothing(page, request):
    outline = Outline(request.getfixturevalue(page))

    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in outline.tags}
    assert outline.named("meta")[2]["content"].startswith("default-src 'none'")
    followed = [
        value
        for _, attributes in outline.tags
        for name, value in attributes.items()
        if name in ("href", "src", "xlink:href", "action")
    ]
    assert followed
    assert all(each.startswith("#") for each in followed)
    assert not any(name.startswith("on") for _, attributes in outline.tags for name in attributes)
    assert not re.search(r"@import|url\((?!#)", request.getfixturevalue(page))


@pytest.mark.parametrize("page", ["by_k", "of_firmware"])
def test_a_page_has_landmarks_headings_and_named_parts(page, request):
    outline = Outline(request.getfixturevalue(page))

    assert outline.named("html") == [{"lang": "en"}]
    assert [len(outline.named(each)) for each in ("header", "nav", "main", "footer", "h1", "title")] == [1] * 6
    ids = [attributes["id"] for attributes in outline.named("h2")]
    assert [attributes["aria-labelledby"] for attributes in outline.named("section")] == ids
    assert [attributes["href"] for attributes in outline.named("a")] == [f"#{each}" for each in ids]
    assert len(outline.named("caption")) == len(outline.named("table"))
    assert all(attributes.get("scope") for attributes in outline.named("th"))


def test_whatever_comes_from_a_file_is_escaped():
    trace = evil_trace()
    for page in (
        diagnosed([trace], by=EVIL),
        report_page.sweep_page(
            sweep_k(lambda k: type("Evil", (), {"ask": lambda self, case: trace})(), [trace.case], ks=[1]), EVIL
        ),
    ):
        tags = {tag for tag, _ in Outline(page).tags}
        assert "script" not in tags
        assert "img" not in tags
        assert "\x1b" not in page
        assert "&lt;script&gt;alert(1)" in page


def test_without_a_report_the_page_says_why():
    page = report_page.diagnosis_page(breakdown(firmware.traces), None, "traces.jsonl")

    assert "A question is answered twice in the file" in page
    assert "article" not in {tag for tag, _ in Outline(page).tags}


def test_where_nothing_goes_wrong_it_says_so_and_draws_nothing():
    trace = shop.answer(shop.cases[0].question)
    page = diagnosed([trace])

    assert "Nothing that is known goes wrong." in page
    assert "<svg" not in page
    assert "Nothing that is known goes wrong." in report_page.sweep_page(
        sweep_k(shop.assistant, shop.cases[:1], ks=[1]), "one"
    )


def test_an_answer_nobody_judged_is_told_by_its_text():
    case = Case("q", "How much?", all_of("a"), "3 euro")
    page = diagnosed([Trace(case, prompt=(Hit("a", text="3 euro."),), answer="4 euro [a].")])

    assert "generation: All that is needed was in the prompt, and the answer is wrong." in page


LONG = "the lever must be pressed for five seconds, until the light turns green"


@pytest.mark.parametrize(
    ("expected", "read", "says", "facts"),
    [
        ("5 Nm", [], ['It should say "5 Nm".', "a and b did not reach the prompt."], []),
        ("5 Nm", ["a"], ['It should say "5 Nm".', "b did not reach the prompt."], ["Needs"]),
        ("5 Nm", ["a", "b"], ['It should say "5 Nm".'], ["Needs"]),
        (LONG, ["a"], [LONG, "b did not reach the prompt."], ["Should say", "Needs"]),
    ],
)
def test_what_an_answer_lacks_is_told_once(expected: str, read: list[str], says: list[str], facts: list[str]):
    case = Case("q", "How?", all_of("a", "b"), expected)
    page = diagnosed([Trace(case, prompt=tuple(map(Hit, read)), answer="No idea.", verdict="wrong")])
    outline = Outline(page)
    (article,) = outline.told["article"]

    assert [article.count(each) for each in says] == [1] * len(says)
    assert [each for each in ("Should say", "Needs") if each in outline.told["dt"]] == facts
    assert article.count(cut(expected)) == (1 if len(expected) < 40 else 0)


def test_ids_are_not_broken_at_their_hyphens_and_one_answer_is_told_as_one():
    case = Case("q", "How?", all_of("return-1", "b"), "5 days")
    page = Outline(diagnosed([Trace(case, prompt=(Hit("return-1"), Hit("c-2")), answer="No idea.", verdict="wrong")]))

    assert page.told["span"][:3] == ["return-1", "return-1,", "c-2"]
    assert "Only one goes wrong." in page.told["p"]


def test_what_can_not_be_told_is_no_share_of_nothing(of_firmware: str):
    case = Case("q", "How much?", all_of("a"))
    page = diagnosed([Trace(case, prompt=(Hit("b"),), answer="4 euro.", verdict="wrong")])

    assert "1 of 1 answered badly. Found 0 of 1, grounded: can't be told, right 0 of 1." in Outline(page).told["p"]
    assert (
        "18 of 60 answered badly. Found 42 of 57, grounded 56 of 60, right 42 of 60." in Outline(of_firmware).told["p"]
    )


def test_what_is_not_recorded_is_left_out_of_an_answer():
    case = Case("text-1", "How much?", all_of("a"))
    page = diagnosed([Trace(case, verdict="wrong")])

    assert "No answer is recorded." in page
    assert "<dt>Id</dt>" not in page
    assert "<dt>In the prompt</dt>" not in page


def test_a_page_of_a_hundred_thousand_questions_stays_small():
    traces = [Trace(Case(f"q{number}", "How?", all_of("a")), prompt=(), verdict="wrong") for number in range(3000)]
    told = report(traces)

    assert isinstance(told, Report)
    assert len(report_page.diagnosis_page(breakdown(traces), told, "many.jsonl")) < 150_000


def test_diagnose_writes_figure_and_page_and_writes_them_over(tmp_path: Path):
    traces = files("ragedu") / "data" / "firmware" / "traces.jsonl"
    figure, page = tmp_path / "pareto.svg", tmp_path / "report.html"
    command = [sys.executable, "-m", "ragedu.cli", "diagnose", str(traces), "--per-question"]
    for _ in range(2):
        done = subprocess.run(
            [*command, "--figure", str(figure), "--html", str(page), "--csv", str(tmp_path / "all.csv")],
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
    assert "<desc>13 of 18 bad answers failed before the model had a chance." in figure.read_text(encoding="utf-8")
    assert Outline(page.read_text(encoding="utf-8")).told["h1"] == ["Diagnosis of traces.jsonl"]
