"""Stored notebooks: form, links, budget, the numbers in their prose; and that the check of the form can fail."""

import json
import re
from pathlib import Path
from typing import Any

import budget
import nbformat
import prose_numbers
import pytest

import notebooks
from notebooks import (
    KERNELSPEC,
    LANGUAGE,
    complaints,
    complaints_about,
    in_form,
    main,
    name_of,
    read,
    source_of,
    stored,
    text_of,
)

ALL = stored()
LESSONS = stored("notebooks")

# Every place a machine's own path may begin. A lone "/" is too common in prose and in fractions.
ABSOLUTE = re.compile(r"(?<![\w.])(?:/(?:home|Users|work|tmp|root|mnt|opt|var|srv)/|[A-Za-z]:\\|file:)")
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)")


def named(path: Path) -> str:
    return name_of(path)


each_notebook = pytest.mark.parametrize("path", ALL, ids=named)
each_lesson = pytest.mark.parametrize("path", LESSONS, ids=named)


# --- the notebooks as they are ---


def test_the_expected_notebooks_are_here():
    names = {name_of(path) for path in ALL}

    assert names >= {
        "notebooks/00_start_here.ipynb",
        "notebooks/01_does_it_find_it.ipynb",
        "solutions/01_does_it_find_it.ipynb",
        "exercises/01_does_it_find_it.ipynb",
    }


def test_every_lesson_but_the_first_has_a_solution_and_an_exercise():
    lessons = {path.name for path in LESSONS if not path.name.startswith("00")}

    assert {path.name for path in stored("solutions")} == lessons
    assert {path.name for path in stored("exercises")} == lessons


@each_notebook
def test_is_stored_in_form(path: Path):
    assert complaints(path) == []


@each_notebook
def test_is_a_valid_notebook_as_it_stands(path: Path):
    nbformat.validate(nbformat.reads(path.read_text(encoding="utf-8"), as_version=nbformat.NO_CONVERT))


@each_notebook
def test_no_two_cells_share_an_id(path: Path):
    ids = [cell["id"] for cell in read(path)["cells"]]

    assert sorted(ids) == sorted(set(ids))


@each_notebook
def test_names_no_folder_of_a_machine(path: Path):
    assert [found[0] for cell in read(path)["cells"] for found in ABSOLUTE.finditer(source_of(cell))] == []


@each_notebook
def test_relative_links_lead_somewhere(path: Path):
    assert broken_links(path) == []


def broken_links(path: Path) -> list[str]:
    prose = [source_of(cell) for cell in read(path)["cells"] if cell["cell_type"] == "markdown"]
    targets = [target for text in prose for target in LINK.findall(text)]
    relative = [each.partition("#")[0] for each in targets if not re.match(r"[a-z][a-z+.-]*:|#", each)]
    return [each for each in relative if each.startswith("/") or not (path.parent / each).exists()]


@each_lesson
def test_keeps_to_the_budget(path: Path):
    assert complaints_about(path, budget.complaints) == []


@each_lesson
def test_the_numbers_in_the_prose_are_those_that_the_code_gives(path: Path):
    assert complaints_about(path, prose_numbers.complaints) == []


# --- the form check can fail, and the fix mends what it can ---


def a_code_cell(**changes: Any) -> dict[str, Any]:
    cell = {"cell_type": "code", "execution_count": None, "id": "a", "metadata": {}, "outputs": [], "source": ["1\n"]}
    return {**cell, **changes}


def a_notebook(*cells: dict[str, Any], **changes: Any) -> dict[str, Any]:
    metadata = {"kernelspec": KERNELSPEC, "language_info": LANGUAGE}
    return {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5, **changes}


def put(root: Path, notebook: dict[str, Any] | str | bytes, folder: str = "notebooks") -> Path:
    path = root / folder / "01_sample.ipynb"
    path.parent.mkdir(exist_ok=True)
    text = text_of(notebook) if isinstance(notebook, dict) else notebook
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


IN_ORDER = a_notebook(a_code_cell(), a_code_cell(id="b", metadata={"tags": ["your-turn"]}))


def test_a_notebook_in_order_gives_no_complaint(tmp_path: Path):
    assert complaints(put(tmp_path, IN_ORDER), tmp_path) == []


DRIFTED = {
    "outputs": (
        a_notebook(a_code_cell(outputs=[{"output_type": "stream", "name": "stdout", "text": "1"}])),
        "cell a: holds outputs",
    ),
    "an execution count": (a_notebook(a_code_cell(execution_count=3)), "cell a: holds an execution count"),
    "a folded cell": (a_notebook(a_code_cell(metadata={"collapsed": True})), "cell a: has the metadata 'collapsed'"),
    "an editor's notes": (a_notebook(a_code_cell(metadata={"vscode": {"languageId": "python"}})), "metadata 'vscode'"),
    "empty tags": (a_notebook(a_code_cell(metadata={"tags": []})), "cell a: has an empty 'tags'"),
    "one id twice": (a_notebook(a_code_cell(), a_code_cell()), "cell a: has the id of an earlier cell"),
    "no id": (a_notebook({k: v for k, v in a_code_cell().items() if k != "id"}), "cell number 1: has no valid id"),
    "a bad id": (a_notebook(a_code_cell(id="a b")), "cell a b: has no valid id"),
    "widgets": (
        a_notebook(metadata={"kernelspec": KERNELSPEC, "language_info": LANGUAGE, "widgets": {}}),
        "holds the state of widgets",
    ),
    "another kernel": (
        a_notebook(metadata={"kernelspec": {**KERNELSPEC, "name": "mine"}, "language_info": LANGUAGE}),
        "names another kernel than python3",
    ),
    "a version of Python": (
        a_notebook(metadata={"kernelspec": KERNELSPEC, "language_info": {"name": "python", "version": "3.11"}}),
        "of its language",
    ),
    "other metadata": (
        a_notebook(metadata={"kernelspec": KERNELSPEC, "language_info": LANGUAGE, "toc": {}}),
        "has the metadata 'toc'",
    ),
    "an older format": (a_notebook(nbformat_minor=4), "has the format 4.4, not 4.5"),
    "another indent": (json.dumps(IN_ORDER, indent=2, sort_keys=True) + "\n", "is laid out otherwise"),
    "no final newline": (text_of(IN_ORDER).rstrip("\n"), "is laid out otherwise"),
    "escaped letters": (
        json.dumps(a_notebook(a_code_cell(source=["'ä'"])), indent=1, sort_keys=True) + "\n",
        "is laid out otherwise",
    ),
    "line ends of Windows": (text_of(IN_ORDER).replace("\n", "\r\n"), "is laid out otherwise"),
}


@pytest.mark.parametrize(("drifted", "said"), DRIFTED.values(), ids=list(DRIFTED))
def test_a_departure_is_named_and_mended(tmp_path: Path, drifted: dict[str, Any] | str, said: str):
    path = put(tmp_path, drifted)

    lines = complaints(path, tmp_path)
    assert any(said in line for line in lines), lines
    assert all(line.startswith("notebooks/01_sample.ipynb: ") for line in lines)
    assert all("python tools/notebooks.py --fix" in line for line in lines)

    assert main(["--fix"], tmp_path) == 0
    assert complaints(path, tmp_path) == []


def test_what_is_in_order_is_not_written_again(tmp_path: Path):
    path = put(tmp_path, IN_ORDER)
    path.chmod(0o444)
    before = path.stat()

    assert main(["--fix"], tmp_path) == 0
    assert path.stat().st_mtime_ns == before.st_mtime_ns


def test_check_fails_and_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = put(tmp_path, a_notebook(a_code_cell(execution_count=1)), "exercises")
    before = path.read_bytes()

    assert main(["--check"], tmp_path) == 1
    assert path.read_bytes() == before
    assert capsys.readouterr().out == (
        "exercises/01_sample.ipynb: cell a: holds an execution count; run: python tools/notebooks.py --fix\n"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is not JSON (line 1"),
        ("<<<<<<< HEAD\n{}", "resolve the merge"),
        ("[]", "is not a notebook of format 4"),
        (json.dumps({"nbformat": 3, "worksheets": []}), "open it in JupyterLab and save it once"),
        ("ä".encode("latin-1"), "is not UTF-8"),
    ],
)
def test_what_is_no_notebook_is_said_to_be_none_and_left_alone(tmp_path: Path, text: str | bytes, said: str):
    path = put(tmp_path, text)
    before = path.read_bytes()

    assert said in complaints(path, tmp_path)[0]
    assert main(["--fix"], tmp_path) == 1
    assert path.read_bytes() == before


def test_a_cell_of_no_known_kind_needs_a_person(tmp_path: Path):
    path = put(tmp_path, a_notebook({"cell_type": "poem", "id": "a", "metadata": {}, "source": []}))

    assert "needs mending by hand" in complaints(path, tmp_path)[-1]
    assert main(["--fix"], tmp_path) == 1


def test_valid_ids_stay_and_the_first_of_two_alike_keeps_its_own():
    cells = [a_code_cell(id="x", source="1"), a_code_cell(id="x", source="2"), a_code_cell(id="y", source="3")]

    first, second, third = (cell["id"] for cell in in_form(a_notebook(*cells))["cells"])
    assert (first, third) == ("x", "y")
    assert re.fullmatch(r"c[0-9a-f]{11}", second)


def test_new_ids_are_the_same_on_every_machine_and_differ_for_cells_alike():
    cells = [a_code_cell(id=None), a_code_cell(id=None), a_code_cell(id=None)]

    once, again = (notebooks.stable_ids(cells) for _ in range(2))
    assert once == again
    assert len(set(once)) == 3


def test_a_new_id_depends_on_what_the_cell_says_and_not_on_its_place():
    cells = [a_code_cell(id=None, source="1"), a_code_cell(id=None, source="2")]

    assert notebooks.stable_ids(cells) == list(reversed(notebooks.stable_ids(list(reversed(cells)))))


def test_the_form_keeps_tags_answers_and_the_exercise_number():
    answer = {"grade_id": "01-rank-of", "solution": True}
    cell = a_code_cell(metadata={"tags": ["your-turn"], "nbgrader": answer, "scrolled": True})
    notebook = in_form(a_notebook(cell, metadata={"ragedu": {"exercise": "01"}}))

    assert notebook["cells"][0]["metadata"] == {"tags": ["your-turn"], "nbgrader": answer}
    assert notebook["metadata"]["ragedu"] == {"exercise": "01"}


def test_a_link_to_nowhere_is_seen(tmp_path: Path):
    text = "[a](00_gone.ipynb) [b](01_sample.ipynb#part) [c](https://example.org/x) [d](#here) [e](/etc/hosts)"
    path = put(tmp_path, a_notebook({"cell_type": "markdown", "id": "a", "metadata": {}, "source": text}))

    assert broken_links(path) == ["00_gone.ipynb", "/etc/hosts"]


@pytest.mark.parametrize("text", ["open('/home/ada/x')", r"C:\Users\ada", "see file:///x", "/tmp/a"])
def test_a_folder_of_a_machine_is_seen(text: str):
    assert ABSOLUTE.search(text)


@pytest.mark.parametrize("text", ["5/7", "docs/home/x", "https://example.org/home/x", "a profile: x"])
def test_a_fraction_or_an_address_is_no_folder_of_a_machine(text: str):
    assert not ABSOLUTE.search(text)
