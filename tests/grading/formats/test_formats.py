"""Each form of a result, read by what reads it: a schema, an XML reader, a CSV reader."""

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

import ragedu
from ragedu.grading import Graded, ProblemResult
from ragedu.grading.formats import FORMATS, formatted
from ragedu.grading.formats.github import add_to_summary
from ragedu.grading.formats.table import Row, gradebook
from ragedu.grading.results import not_graded

SCHEMA = json.loads((Path(ragedu.__file__).parent / "data" / "schemas" / "grading.schema.json").read_text("utf-8"))
ISOLATION = {
    "process": "fork",
    "mode": "auto",
    "active": ["seccomp"],
    "missing": {"Landlock": "no"},
    "absent": ["files"],
}

NASTY = "<script>alert(1)</script> ```` ]]> & | %0A ::error:: \x01\x1b[2J \ud800 \uffff done"
PROBLEMS = [
    ProblemResult("01-a", "correct", 2, 2, "All 44 calls give what they should."),
    ProblemResult("01-b", "incorrect", 0, 3, "You divided by k.", misconception="divides_by_k"),
    ProblemResult("01-c", "timeout", 0, 1, f"Line one\n    code\n{NASTY}", words={"because": NASTY}),
    ProblemResult("01-d", "missing", 0, 1, "No cell."),
]
GRADED = Graded("week,1: ü/a.ipynb", "01", PROBLEMS, ISOLATION, ["Cell 1 stopped."], "seed", 12, 0.0123).to_json()
FAILED = {**not_graded("grader_error", f"no processes {NASTY}"), "notebook": "a.ipynb"}
RESULTS = {"graded": GRADED, "not graded": FAILED}


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_a_result_follows_its_schema(result):
    jsonschema.validate(result, SCHEMA)


@pytest.mark.parametrize(
    "change",
    [
        {"score": -1},
        {"problems": [{"id": "x"}]},
        {"outcome": "graded"},
        {"more": 1},
        {"isolation": {}},
    ],
)
def test_the_schema_refuses_what_is_none(change):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**GRADED, **change}, SCHEMA)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_every_format_has_a_form_for_every_result(name, result):
    text = formatted(name, result)

    assert text.endswith("\n")
    assert text.encode("utf-8", "surrogatepass")


# --- Gradescope ---

# What https://gradescope-autograders.readthedocs.io/en/latest/specs/ says of the fields used.
GRADESCOPE = {
    "type": "object",
    "required": ["tests"],
    "properties": {
        "score": {"type": "number"},
        "execution_time": {"type": "number"},
        "output": {"type": "string"},
        "output_format": {"enum": ["text", "html", "simple_format", "md", "ansi"]},
        "test_output_format": {"enum": ["text", "html", "simple_format", "md", "ansi"]},
        "visibility": {"enum": ["hidden", "after_due_date", "after_published", "visible"]},
        "stdout_visibility": {"enum": ["hidden", "after_due_date", "after_published", "visible"]},
        "extra_data": {"type": "object"},
        "tests": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["score", "max_score", "name", "output", "status", "visibility"],
                "properties": {
                    "score": {"type": "number"},
                    "max_score": {"type": "number"},
                    "status": {"enum": ["passed", "failed"]},
                    "name": {"type": "string"},
                    "output": {"type": "string"},
                    "tags": {"type": "array", "items": {"type": "string"}},
                    "visibility": {"enum": ["hidden", "after_due_date", "after_published", "visible"]},
                },
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_gradescope_reads_its_results(result):
    jsonschema.validate(json.loads(formatted("gradescope", result)), GRADESCOPE)


def test_gradescope_gets_the_points_of_each_problem():
    content = json.loads(formatted("gradescope", GRADED))

    assert content["score"] == 2
    assert [(each["score"], each["max_score"], each["status"]) for each in content["tests"]] == [
        (2, 2, "passed"),
        (0, 3, "failed"),
        (0, 1, "failed"),
        (0, 1, "failed"),
    ]


def test_a_failing_grader_is_no_zero_out_of_something():
    content = json.loads(formatted("gradescope", FAILED))

    assert "score" not in content
    assert [(each["score"], each["max_score"]) for each in content["tests"]] == [(0, 0)]
    assert content["tests"][0]["output"].startswith("Not graded, so this is no grade: no processes")


# --- JUnit ---


def test_junit_holds_points_as_properties_and_kinds_of_failure():
    root = ElementTree.fromstring(formatted("junit", GRADED).encode())
    suite = root.find("testsuite")
    cases = suite.findall("testcase")

    assert {key: suite.get(key) for key in ("tests", "failures", "errors")} == {
        "tests": "4",
        "failures": "2",
        "errors": "1",
    }
    assert [each.get("name") for each in cases] == ["01-a", "01-b", "01-c", "01-d"]
    points = {each.get("name"): each.get("value") for each in cases[1].iter("property")}
    assert points == {"score": "0", "max_score": "3", "misconception": "divides_by_k"}
    assert cases[2].find("error").get("type") == "timeout"


def test_junit_holds_no_letter_that_xml_can_not():
    text = formatted("junit", GRADED)

    assert not re.search(r"[\x00-\x08\x0b-\x1f\ud800-\udfff\uffff]", text)
    assert "done" in text
    assert ElementTree.fromstring(text.encode()).find("testsuite/testcase/error").text.count("\n") >= 3


def test_junit_tells_a_failing_grader_as_an_error():
    suite = ElementTree.fromstring(formatted("junit", FAILED).encode()).find("testsuite")

    assert (suite.get("tests"), suite.get("errors")) == ("1", "1")


# --- GitHub ---


def test_annotations_are_one_line_each_with_their_place():
    lines = formatted("github", GRADED).splitlines()

    assert lines[0].startswith("::error file=week%2C1%3A ü/a.ipynb,title=01-b::Not yet.%0AYou divided by k.")
    assert lines[-1] == "::notice file=week%2C1%3A ü/a.ipynb,title=Points::2 of 7 points"
    assert len(lines) == 4
    assert all(each.startswith(("::error file=", "::notice file=")) for each in lines)
    assert "%250A" in lines[1]


def test_a_job_gets_a_summary(tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary"))
    harmless = {**GRADED, "problems": GRADED["problems"][:2]}

    add_to_summary(harmless)
    add_to_summary(harmless)

    assert (tmp_path / "summary").read_text("utf-8").count("| 01-b | incorrect | 0 of 3 |") == 2


# --- CSV, HTML, Markdown ---


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_field_of_a_gradebook_is_a_formula(start):
    name = f'{start}HYPERLINK("http://x")'
    row = Row(name, name, 1, 2, "graded", {"01-a": "correct"}, [], name)

    _, fields = csv.reader(gradebook([row]).splitlines(keepends=True))

    assert [each for each in fields if each.startswith(start)] == []
    assert fields[0] == f"'{name}"


def test_a_gradebook_has_a_column_for_each_problem_of_anybody():
    rows = [
        Row("a.ipynb", "a", 2, 2, "graded", {"01-a": "correct"}, []),
        Row("b.ipynb", "b", None, None, "ungradable", {}, [], "no JSON"),
    ]

    assert gradebook(rows) == (
        '"student","notebook","score","max_score","outcome","01-a","error"\n'
        '"a","a.ipynb","2","2","graded","correct",""\n'
        '"b","b.ipynb","","","ungradable","","no JSON"\n'
    )


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.seen = set()

    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        self.seen.update(name for name, _ in attributes if name.startswith("on"))


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_a_page_holds_no_tag_of_a_strangers(result):
    tags = Tags()
    tags.feed(formatted("html", result))

    assert not tags.seen & {"script", "img", "iframe", "a", "object", "onerror", "onload"}
    assert {"h1", "html", "meta"} <= tags.seen


def test_a_page_reads_well():
    text = formatted("html", GRADED)

    assert '<html lang="en">' in text
    assert ">Exercise 01: 2 of 7 points</h1>" in text
    assert '<th scope="row"' in text
    assert "prefers-color-scheme: dark" in text
    assert "<h3>01-b: 0 of 3</h3>" in text
    assert '<span aria-hidden="true">✗</span> Not yet.</span></p><span>You divided by k.</span>' in text
    assert '<span aria-hidden="true">✓</span> Correct.' in text


def test_a_problem_of_the_course_goes_by_its_title():
    known = ProblemResult("01-hit-rate-at-k", "not_attempted", 0, 2, "Replace the `...`.", words={"because": NASTY})
    graded = Graded("a.ipynb", "01", [known], ISOLATION).to_json()
    page, markdown = formatted("html", graded), formatted("markdown", graded)

    assert "<h3>4. Hit or miss: 0 of 2</h3>" in page
    assert '<span aria-hidden="true">○</span> Not attempted yet.' in page
    assert "## 4. Hit or miss: 0 of 2\n" in markdown
    assert "| 4. Hit or miss | not attempted | 0 of 2 |" in markdown
    assert [text for text in (page, markdown) if "done" not in text] == []


@pytest.mark.parametrize("name", sorted({*FORMATS} - {"github"}))
@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_no_line_of_a_form_is_a_command_of_a_workflows_log(name, result):
    told = json.loads(json.dumps(result).replace("Line one", "::error::one\\n  ::error::two ##[error]"))

    lines = formatted(name, told).splitlines()

    assert not [each for each in lines if each.strip().startswith("::") or "##[" in each]


def test_a_stranger_can_not_leave_a_block_of_code():
    text = formatted("markdown", GRADED)

    inside = text.partition("## 01-c: 0 of 1")[2]
    fence = inside.strip().splitlines()[0]
    assert fence == "`````text"
    assert inside.count("`````") == 2
