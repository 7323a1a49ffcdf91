"""A class through the real command: what is written, what is skipped, what happens when somebody stops it."""

import csv
import html
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import unquote

import jsonschema
import pytest

import ragedu
from ragedu.grading.classroom import Classroom, Order, Progress, seed_of
from ragedu.grading.collecting import Found
from ragedu.grading.formats.table import Row, is_sound, row_of
from ragedu.grading.grader import Exams
from ragedu.learn import bank
from ragedu.learn.checking import misconceptions_of
from tests.grading.notebooks import FULL, HIT_RATE, solved

SCHEMA = json.loads((Path(ragedu.__file__).parent / "data" / "schemas" / "grading.schema.json").read_text("utf-8"))
RAGEDU = [sys.executable, "-m", "ragedu.cli"]
SLOW = HIT_RATE.code("import time; time.sleep(0.01); return 1.0")
WRONG = HIT_RATE.wrong[0]


def grade(folder, *options, **environment):
    return subprocess.run(
        [*RAGEDU, "grade", str(folder), *map(str, options)],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        timeout=120,
    )


@pytest.fixture
def folder(tmp_path):
    """Four learners: right, wrong in a known way, ungradable, hostile."""
    folder = tmp_path / "class"
    folder.mkdir()
    contents = {
        "ada": json.dumps(solved()),
        "bob": json.dumps(solved({HIT_RATE.id: HIT_RATE.code(WRONG.body)})),
        "cyd": "{not json",
        "=dan": json.dumps(solved({HIT_RATE.id: "import os; os._exit(0)"})),
    }
    for name, content in contents.items():
        (folder / f"{name}.ipynb").write_text(content, encoding="utf-8")
    return folder


def results(folder):
    found = {}
    for path in sorted(folder.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        if path.name != "class.json":
            found[content["notebook"]] = content
    return found


def untimed(folder):
    return {
        path.name: re.sub(r'"seconds": .*', "", path.read_text(encoding="utf-8")) for path in sorted(folder.iterdir())
    }


def test_a_class_is_graded_and_whoever_could_not_be_is_listed_at_the_end(folder, tmp_path):
    done = grade(folder, "--seed", "7")

    assert done.returncode == 2
    assert "Not graded: cyd.ipynb is not a notebook: its line 1 is no JSON." in done.stderr
    assert "4 of 4 done" in done.stderr
    assert re.search(rf"bob +{FULL - 2} of {FULL} +hit-rate-at-k\n", done.stdout)
    assert re.search(rf"4\. Hit or miss +1 +{re.escape(WRONG.sentence)}\n", done.stdout)
    assert "\n3 of 4 graded; 1 can't be graded.\n" in done.stdout
    found = results(tmp_path / "class-results")
    assert {name: each.get("score") for name, each in found.items()} == {
        "ada.ipynb": FULL,
        "bob.ipynb": FULL - 2,
        "cyd.ipynb": None,
        "=dan.ipynb": FULL - 2,
    }
    assert found["cyd.ipynb"]["outcome"] == "ungradable"
    for each in found.values():
        jsonschema.validate(each, SCHEMA)


def test_the_page_of_a_class_says_what_a_teacher_would_ask(folder, tmp_path):
    grade(folder)

    page = (tmp_path / "class-results" / "class.html").read_text(encoding="utf-8")
    assert "Exercise 01: 3 of 4 graded</h1>" in page
    assert "its line 1 is no JSON" in page
    assert "4. Hit or miss" in page
    assert html.escape(WRONG.sentence) in page
    assert WRONG.name not in page
    assert "01-hit-rate-at-k" not in page
    assert "bob.ipynb" not in page  # it says no more than the student's name


ROWS = {
    "quiz": ("01-quiz-rank-zero", "option a", "option a: {sentence}"),
    "prediction": ("01-predict-repeat", "", "{name}: {sentence}"),
    "function": ("01-hit-rate-at-k", WRONG.name, "{sentence}"),
    "one that is no more": ("01-hit-rate-at-k", "gone", "gone"),
    "a problem that is no more": ("01-gone", "gone", "gone"),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_misconception_is_told_in_the_words_a_learner_read(tmp_path, row):
    problem_id, name, expected = row
    problem = bank.find(problem_id)
    known = misconceptions_of(problem) if problem else {}
    name = name or next(iter(known))
    room = Classroom([Found("a", "a", tmp_path)], tmp_path, Order(), Exams())
    room.rows["a"] = Row("a", "a", 1, 2, "graded", {}, [(problem_id, name)])

    [(_, learners, told)] = room.overview()[1].rows

    assert (learners, told) == (1, expected.format(name=name, sentence=known.get(name)))


def test_what_says_something_is_kept_in_the_overview(tmp_path):
    found = [Found(f"{each}.ipynb", "", tmp_path) for each in ("ada/one", "bob/two")]
    room = Classroom(found, tmp_path, Order(), Exams())
    room.rows["ada/one.ipynb"] = Row("ada/one.ipynb", "ada", 0, 1, "graded", {"01-a": "error"}, [], "", "01")
    room.rows["bob/two.ipynb"] = Row("bob/two.ipynb", "bob", 0, 1, "graded", {"02-a": "error"}, [], "", "02")

    [scores] = room.overview()

    assert scores.columns == ["student", "points", "not solved", "notebook"]
    assert scores.rows[0] == ["ada", "0 of 1", "01-a", "ada/one.ipynb"]


def test_a_name_in_the_overview_leads_to_the_learners_own_page(folder, tmp_path):
    grade(folder)

    results = tmp_path / "class-results"
    page = (results / "class.html").read_text(encoding="utf-8")
    leads = {unquote(each) for each in re.findall('<a href="([^"#]*)"', page)}
    assert leads == {each.name for each in results.glob("*.html")} - {"class.html"}
    assert page.index("What was misunderstood") < page.index("Who solved what")


def test_several_notebooks_under_one_name_are_pointed_out(tmp_path):
    for name in ("ada/one", "ada/two", "bob/one"):
        path = tmp_path / "class" / f"{name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(solved()), encoding="utf-8")

    done = grade(tmp_path / "class")

    assert "\nSeveral notebooks under one name, a row for each: ada\n" in f"\n{done.stderr}"


def test_a_learners_folder_without_a_notebook_is_a_row(tmp_path):
    for name in ("ada", "bob"):
        (tmp_path / "class" / name).mkdir(parents=True)
    (tmp_path / "class" / "ada" / "one.ipynb").write_text(json.dumps(solved()), encoding="utf-8")
    (tmp_path / "class" / "bob" / "homework.py").write_text("x = 1")

    done = grade(tmp_path / "class")

    assert done.returncode == 2
    assert "bob holds no notebook. Ask its learner for one" in done.stderr
    rows = list(csv.DictReader((tmp_path / "class-results" / "class.csv").open(encoding="utf-8", newline="")))
    assert [(each["student"], bool(each["score"])) for each in rows] == [("ada", True), ("bob", False)]


def test_the_gradebook_is_sorted_quoted_and_harmless(folder, tmp_path):
    grade(folder)

    text = (tmp_path / "class-results" / "class.csv").read_text(encoding="utf-8")
    header, *rows = csv.reader(text.splitlines())
    assert [row[0] for row in rows] == ["'=dan", "ada", "bob", "cyd"]
    assert dict(zip(header, rows[1], strict=True))["score"] == str(FULL)
    assert dict(zip(header, rows[3], strict=True))["score"] == ""
    assert all(field.startswith('"') for field in text.splitlines()[1].split(","))


def test_two_jobs_give_what_one_gives(folder, tmp_path):
    one = grade(folder, "--seed", "7", "--results", tmp_path / "one")
    two = grade(folder, "--seed", "7", "--results", tmp_path / "two", "-j", "2")

    assert untimed(tmp_path / "one") == untimed(tmp_path / "two")
    assert one.stdout.replace("/one", "/two") == two.stdout


def test_what_has_not_changed_is_not_graded_again(folder, tmp_path):
    grade(folder)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "class-results").glob("*.json")}
    (folder / "bob.ipynb").write_text(json.dumps(solved()), encoding="utf-8")

    done = grade(folder)

    after = {path: path.stat().st_mtime_ns for path in before}
    changed = {json.loads(path.read_text("utf-8")).get("notebook") for path in before if before[path] != after[path]}
    assert changed - {None} == {"bob.ipynb"}
    assert "3 of 4 graded, 2 of them before; 1 can't be graded." in done.stdout
    assert "3 of 4 graded (nothing new); 1 can't be graded." in grade(folder).stdout


def test_another_seed_grades_all_anew(folder):
    grade(folder, "--seed", "7")

    assert "\n3 of 4 graded; " in grade(folder, "--seed", "8").stdout


def test_a_run_that_was_killed_goes_on_where_it_was(tmp_path):
    folder = tmp_path / "class"
    folder.mkdir()
    for number in range(12):
        (folder / f"{number:02}.ipynb").write_text(json.dumps(solved({HIT_RATE.id: SLOW})), encoding="utf-8")
    temporary = tmp_path / "temporary"  # who is killed can't tidy up
    temporary.mkdir()
    grading = subprocess.Popen(
        [*RAGEDU, "grade", str(folder)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(temporary)},
    )
    while len(list((tmp_path / "class-results").glob("0*.json"))) < 2:
        assert grading.poll() is None
        time.sleep(0.01)
    grading.kill()
    grading.wait()

    done = grade(folder)

    assert "12 of 12 graded" in done.stdout
    assert int(re.search(r"(\d+) of them before", done.stdout).group(1)) >= 2
    assert len({each["seed"] for each in results(tmp_path / "class-results").values()}) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="signals")
def test_who_stops_it_waits_for_nobody_and_is_told_how_to_go_on(tmp_path):
    folder = tmp_path / "class"
    folder.mkdir()
    for number in range(3):
        sleepy = solved(before=["import time; time.sleep(9)"])
        (folder / f"{number}.ipynb").write_text(json.dumps(sleepy), encoding="utf-8")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    grading = subprocess.Popen(
        [*RAGEDU, "grade", str(folder), "-j", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(temporary)},
        # Whoever runs the tests in the background of a shell has them ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    while len(list(temporary.iterdir())) < 2:
        time.sleep(0.02)
    time.sleep(1)

    began = time.monotonic()
    grading.send_signal(signal.SIGINT)
    _, errors = grading.communicate(timeout=20)

    assert time.monotonic() - began < 7
    assert (grading.returncode, errors) == (130, b"Stopped. The same command goes on from here.\n")
    assert results(tmp_path / "class-results") == {}
    assert list(temporary.iterdir()) == []


def test_reports_hide_hidden_calls_and_obey_nothing(folder, tmp_path):
    visible = [call.args for call in HIT_RATE.calls]
    shows = (
        f"if (retrieved, relevant, k) in {visible!r}:\n    return float(any(e in relevant for e in retrieved[:k]))\n"
    )
    shows += "raise ValueError(f'secret {retrieved}')"
    escapes = "raise ValueError('\\x1b[2J<script>alert(1)</script> ```` end')"
    for name, body in (("shows", shows), ("escapes", escapes)):
        (folder / f"{name}.ipynb").write_text(json.dumps(solved({HIT_RATE.id: HIT_RATE.code(body)})), encoding="utf-8")

    grade(folder)

    reports = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "class-results").glob("*.[hm]*")}
    assert not [name for name, text in reports.items() if "secret" in text or "\x1b" in text]
    assert not [name for name, text in reports.items() if "<script" in text and name.endswith(".html")]
    markdown = next(text for name, text in reports.items() if name.startswith("escapes") and name.endswith(".md"))
    assert "`````text" in markdown


def test_a_fault_of_ours_costs_one_notebook_and_is_no_zero(folder, tmp_path):
    # A judgement whose code fails is our fault, and comes to light where somebody answers it.
    problems = tmp_path / "mine.py"
    problems.write_text(
        "from ragedu.learn.problems import JudgementProblem\n"
        "EXERCISE = [JudgementProblem(id='01-broken', objective='x', statement='x', minutes=1, code='1 / 0')]\n"
    )
    content = solved()
    content["cells"].append({"cell_type": "code", "metadata": {"nbgrader": {"grade_id": "01-broken"}},
                             "source": "answer = 5"})  # fmt: skip
    (folder / "eve.ipynb").write_text(json.dumps(content), encoding="utf-8")

    done = grade(folder, "--problems", problems)

    found = results(tmp_path / "class-results")
    assert done.returncode == 3
    assert "Not graded: eve.ipynb: ZeroDivisionError: division by zero" in done.stderr
    assert (found["eve.ipynb"]["outcome"], "score" in found["eve.ipynb"]) == ("grader_error", False)
    assert found["ada.ipynb"]["score"] == FULL


def test_an_option_for_one_notebook_is_refused_for_a_class(folder, tmp_path):
    done = grade(folder, "--json", tmp_path / "x.json")

    assert (done.returncode, done.stderr) == (
        2,
        "Not graded: --json is for one notebook; the results of a class are in a folder, see --results.\n",
    )


@pytest.mark.parametrize("options", [["-j", "0"], ["--isolation", "loose"], ["--exercise", " "]])
def test_an_option_that_means_nothing_is_one_sentence(folder, options):
    done = grade(folder, *options)

    assert done.returncode == 2
    assert done.stderr.startswith("Not graded: --")
    assert len(done.stderr.splitlines()) == 1


def test_an_exercise_that_is_none_costs_a_class_nothing_of_what_there_is(folder, tmp_path):
    grade(folder)
    before = {path: path.read_bytes() for path in (tmp_path / "class-results").iterdir()}

    done = grade(folder, "--exercise", "77")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Not graded: There is no exercise 77. Those there are: 01, 02")
    assert {path: path.read_bytes() for path in (tmp_path / "class-results").iterdir()} == before


def test_progress_counts_and_tells_the_time_left():
    class Terminal:
        def __init__(self):
            self.text = ""

        def isatty(self):
            return True

        def write(self, text):
            self.text += text

        def flush(self):
            pass

    terminal = Terminal()
    progress = Progress(terminal)
    progress.began -= 10
    progress(1, 5)
    progress(5, 5)

    assert "1 of 5 done, about 40 s left" in terminal.text
    assert terminal.text.split("\r")[-1].rstrip() == "5 of 5 done"
    assert terminal.text.endswith("\n")


PRIVATE = """
from ragedu.learn.problems import Option, QuizProblem
EXERCISE = [QuizProblem(id="01-private", objective="x", statement="?", minutes=1, points=5,
                        options=[Option("yes", "so it is", right=True), Option("no", "no")])]
"""


def test_an_instructors_own_problems_count_beside_ours_and_can_not_be_read(tmp_path):
    problems = tmp_path / "mine.py"
    problems.write_text(PRIVATE)
    reading = f"try:\n    open({str(problems)!r}).read()\n    found = True\nexcept OSError:\n    found = False"
    content = solved(before=[reading])
    content["cells"].append(
        {
            "cell_type": "code",
            "metadata": {"nbgrader": {"grade_id": "01-private"}},
            "source": "answer = 'b' if found else 'a'",
        }
    )
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps(content), encoding="utf-8")

    done = grade(path, "--problems", problems)

    assert f"Score: {FULL + 5} of {FULL + 5}" in done.stdout


NO_REFERENCE = """
from ragedu.learn.problems import Call, FunctionProblem

EXERCISE = [FunctionProblem(id="01-private", objective="x", statement="?", minutes=1, signature="def f(x):",
                            reference=1, calls=[Call((1,))], wrong=[], right=[])]
"""


def test_who_lacks_the_cell_of_an_instructors_problem_is_sent_to_the_instructor(tmp_path):
    problems = tmp_path / "mine.py"
    problems.write_text(PRIVATE)
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps(solved()), encoding="utf-8")

    done = grade(path, "--problems", problems)

    assert "It is a problem of your instructor's own: ask for the" in " ".join(done.stdout.split())
    assert "ragedu start" not in done.stdout


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "there is none at"),
        ("1 / 0", "can't be run: ZeroDivisionError: division by zero."),
        ("EXERCISE = 5", "must hold a list of problems named EXERCISE"),
        ("EXERCISE = [1]", "EXERCISE[0] is no problem, such as a QuizProblem, but of type int."),
        (PRIVATE.replace("01-private", "mine"), 'as in "01-mine", unlike "mine"'),
        (NO_REFERENCE, "the reference of 01-private is a function that solves it, not of type int."),
    ],
)
def test_a_file_of_problems_that_is_none_is_told(tmp_path, folder, content, told):
    if content:
        (tmp_path / "mine.py").write_text(content)

    for what in (folder, folder / "ada.ipynb"):
        done = grade(what, "--problems", tmp_path / "mine.py")
        assert (done.returncode, told in done.stderr) == (2, True), done.stderr


def test_the_seed_may_come_from_the_environment_where_no_command_line_shows_it(folder, tmp_path):
    grade(folder, RAGEDU_SEED="from outside")

    assert {each.get("seed") for each in results(tmp_path / "class-results").values()} == {"from outside", None}


def test_a_zip_is_graded_as_a_folder_is(folder, tmp_path):
    archive = shutil.make_archive(str(tmp_path / "zipped"), "zip", folder)

    grade(folder, "--seed", "7")
    grade(archive, "--seed", "7")

    assert untimed(tmp_path / "zipped-results").keys() == untimed(tmp_path / "class-results").keys()
    assert Path(tmp_path / "zipped-results").is_dir()


# --- one odd file stops nobody, and nobody is lost ---


@pytest.mark.skipif(sys.platform != "linux", reason="names of bytes that are no text")
def test_odd_names_stop_nobody_and_nothing_of_them_is_obeyed(tmp_path):
    folder = tmp_path / "class"
    folder.mkdir()
    right, broken = json.dumps(solved()).encode(), b"{"
    contents = {
        b"bad\xff.ipynb": right,
        b"bad\xfe.ipynb": json.dumps(solved({HIT_RATE.id: HIT_RATE.code(WRONG.body)})).encode(),
        b"x\n::stop-commands::y.ipynb": broken,
        b"::error::w.ipynb": right,
        b"z\x1b]0;pwned\x07##[add-mask]z.ipynb": broken,
        ("\u6587" * 80 + ".ipynb").encode(): right,
    }
    for name, content in contents.items():
        (folder / os.fsdecode(name)).write_bytes(content)
    elsewhere = solved()
    elsewhere["metadata"]["ragedu"]["exercise"] = "\n::stop-commands::x"
    for cell in elsewhere["cells"]:
        cell["metadata"] = {}
    (folder / "elsewhere.ipynb").write_text(json.dumps(elsewhere))

    done = grade(folder)

    assert done.returncode == 2
    assert "\n4 of 7 graded; 3 can't be graded.\n" in done.stdout
    found = results(tmp_path / "class-results")
    assert len(found) == 7
    assert [found[f"bad\\x{each}.ipynb"]["score"] for each in ("ff", "fe")] == [FULL, FULL - 2]
    told = done.stderr.splitlines()
    assert len([each for each in told if each.startswith("Not graded: ")]) == 3
    assert [each for each in told if each.lstrip().startswith("::") or "##[" in each or "\x1b" in each] == []
    assert not re.search(r"^ *::|##\[|\x1b|pwned", done.stdout, flags=re.MULTILINE)


def file_names(tmp_path, *places):
    return list(Classroom([Found(each, "", Path(each)) for each in places], tmp_path, Order(), Exams()).files.values())


def test_a_results_file_has_a_name_that_fits_a_disk(tmp_path):
    """Of 255 bytes, the draft that is written first needs some 40 for itself."""
    for letter in "aж文😀":
        [name] = file_names(tmp_path, letter * 300 + ".ipynb")
        assert len(name.encode()) < 200


def test_no_name_can_be_made_so_that_it_takes_anothers_results_file(tmp_path, monkeypatch):
    class Digest:  # the first digits of another's can be met by trying
        def __init__(self, content):
            self.content = content

        def hexdigest(self):
            return "0" * 8 + self.content.hex()

    monkeypatch.setattr("ragedu.grading.classroom.hashlib.sha256", Digest)

    names = file_names(tmp_path, "a b.ipynb", "a_b.ipynb", "a  b.ipynb", "A b.ipynb")

    assert len({each.casefold() for each in names}) == 4


# --- where results are ---


NAMED = {
    "wk1.1": "wk1.1-results",
    "wk1.2": "wk1.2-results",
    "wk1.3.zip": "wk1.3-results",
    "wk1.1/.": "wk1.1-results",
    "wk1.1/../wk1.2": "wk1.2-results",
    "wk1.1/sub/..": "wk1.1-results",
}


@pytest.mark.parametrize(("asked", "expected"), NAMED.items(), ids=NAMED)
def test_every_class_has_a_folder_of_results_of_its_own(tmp_path, asked, expected):
    for each in ("wk1.1", "wk1.2"):
        (tmp_path / each / "sub").mkdir(parents=True)
        (tmp_path / each / "ada.ipynb").write_text("{")
    shutil.make_archive(str(tmp_path / "wk1.3"), "zip", tmp_path / "wk1.1")

    grade(f"{tmp_path}/{asked}")

    assert [each.name for each in tmp_path.iterdir() if (each / "class.csv").exists()] == [expected]
    assert not list(tmp_path.glob("wk*/*-results"))


@pytest.mark.parametrize("asked", [".", "..", "../class"])
def test_the_folder_one_is_in_has_its_results_beside_it(tmp_path, asked):
    folder = tmp_path / "class"
    (folder / "sub").mkdir(parents=True)
    (folder / "ada.ipynb").write_text("{")
    inside = folder / "sub" if asked == ".." else folder

    done = subprocess.run([*RAGEDU, "grade", asked], cwd=inside, capture_output=True, text=True, timeout=60)

    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert (tmp_path / "class-results" / "class.csv").exists()


def test_the_top_of_all_folders_has_none_beside_it():
    done = grade("/")

    assert (done.returncode, done.stderr) == (
        2,
        "Not graded: / has no folder beside it for results. Name one with --results.\n",
    )


def in_the_way(path):
    path.unlink(missing_ok=True)
    path.mkdir()


def test_what_stands_in_the_place_of_a_result_costs_that_one_alone(folder, tmp_path):
    grade(folder)
    [ada] = (tmp_path / "class-results").glob("ada-*.json")
    in_the_way(ada)

    done = grade(folder)

    assert done.returncode == 2
    assert "2 of 4 graded (nothing new); 2 can't be graded." in done.stdout
    assert f"Not graded: ada.ipynb: its result can't be written as {ada.name}: Is a directory. Remove" in done.stderr


@pytest.mark.parametrize("name", ["class.json", "class.csv", "class.html"])
def test_what_stands_in_the_place_of_the_classes_files_is_one_sentence(folder, tmp_path, name):
    (tmp_path / "class-results").mkdir()
    in_the_way(tmp_path / "class-results" / name)

    done = grade(folder)

    [told] = [each for each in done.stderr.splitlines() if not each.endswith(" done") and " left" not in each]
    assert (done.returncode, name in told, "Is a directory" in told) == (2, True, True)


NO_RESULTS = {
    "nested": lambda result: "[" * 200_000,
    "a list": lambda result: "[]",
    "a number as id": lambda result: json.dumps({**result, "problems": [{**result["problems"][0], "id": 5}]}),
    "no text": lambda result: json.dumps({**result, "exercise": "\ud800"}),
    "a score of text": lambda result: json.dumps({**result, "score": "11"}),
    "no score and no reason": lambda result: json.dumps({"fingerprint": result["fingerprint"]}),
}


@pytest.mark.parametrize("change", NO_RESULTS.values(), ids=NO_RESULTS)
def test_a_file_that_is_no_result_is_graded_anew(folder, tmp_path, change):
    for name in ("bob", "cyd", "=dan"):
        (folder / f"{name}.ipynb").unlink()
    grade(folder)
    [ada] = (tmp_path / "class-results").glob("ada-*.json")
    before = json.loads(ada.read_text("utf-8"))
    ada.write_text(change(before), encoding="utf-8")

    done = grade(folder)

    assert (done.returncode, "\n1 of 1 graded.\n" in done.stdout) == (0, True), done.stderr
    assert json.loads(ada.read_text("utf-8"))["score"] == FULL


@pytest.mark.parametrize(
    ("change", "sound"),
    [
        ({}, True),
        ({"score": 3}, False),
        ({"score": -1}, False),
        ({"score": True}, False),
        ({"max_score": None}, False),
        ({"score": None, "max_score": None, "outcome": "ungradable", "error": "no JSON"}, True),
        ({"exercise": 1}, False),
        ({"problems": [{"id": "01-a", "outcome": ["correct"]}]}, False),
        ({"problems": [{"id": "01-a", "outcome": "incorrect", "misconception": {"a": 1}}]}, False),
    ],
)
def test_a_row_is_sound_when_it_can_be_shown(change, sound):
    result = {"score": 1, "max_score": 2, "exercise": "01", "problems": [{"id": "01-a", "outcome": "correct"}]}

    assert is_sound(row_of("a.ipynb", "a", {**result, **change})) is sound


@pytest.mark.parametrize("content", ["{", "[" * 200_000, "[]", '{"seed": 5}', '{"seed": "\\ud800"}', '{"seed": null}'])
def test_a_seed_that_is_none_is_drawn_anew(tmp_path, content):
    (tmp_path / "class.json").write_text(content, encoding="utf-8")

    assert seed_of(tmp_path) == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_log_that_is_full_changes_nothing(folder, tmp_path):
    (folder / "cyd.ipynb").unlink()
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*RAGEDU, "grade", folder], stdout=subprocess.PIPE, stderr=full, text=True, timeout=60)

    assert (done.returncode, "3 of 3 graded." in done.stdout) == (0, True)
