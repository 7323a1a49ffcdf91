#!/usr/bin/env python3
"""The form of stored notebooks: no outputs, stable cell ids, nothing of the machine they were written on.

    python tools/notebooks.py --check    a line for each departure, and exit code 1 if there is any
    python tools/notebooks.py --fix      mend them in place; a notebook in order is not touched

Covers notebooks/, solutions/ and exercises/. Two people who run the same cells then see no difference in git.
"""

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeGuard

import nbformat

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("notebooks", "solutions", "exercises")

Notebook = dict[str, Any]
Cell = dict[str, Any]

# JupyterLab writes this name of the kernel, so a notebook saved there differs in nothing that --fix must mend.
KERNELSPEC = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LANGUAGE = {"name": "python"}
NOTEBOOK_METADATA = ("ragedu",)
CELL_METADATA = ("nbgrader", "tags")
KEYS_OF_A_CELL = {
    "code": {"cell_type", "execution_count", "id", "metadata", "outputs", "source"},
    "markdown": {"attachments", "cell_type", "id", "metadata", "source"},
    "raw": {"attachments", "cell_type", "id", "metadata", "source"},
}
VALID_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
MEND = "run: python tools/notebooks.py --fix"


class NotANotebookError(Exception):
    """The file can't be read as a notebook; the text says why and what to do."""


# --- reading and writing, for the other tools as well ---


def stored(*folders: str, root: Path = ROOT) -> list[Path]:
    """The notebooks in these folders, in order; all of them when none is named."""
    return [path for folder in folders or FOLDERS for path in sorted((root / folder).glob("*.ipynb"))]


def read(path: Path) -> Notebook:
    """The notebook in a file, as JSON has it, except that every cell's source is one text."""
    try:
        notebook: Notebook = json.loads(path.read_bytes().decode("utf-8"))
    except UnicodeDecodeError:
        raise NotANotebookError("is not UTF-8; save it as UTF-8, or take it from git again") from None
    except json.JSONDecodeError as error:
        raise NotANotebookError(
            f"is not JSON (line {error.lineno}: {error.msg}); take it from git again, or resolve the merge"
        ) from None
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list) or notebook.get("nbformat") != 4:
        raise NotANotebookError("is not a notebook of format 4; open it in JupyterLab and save it once")
    return {**notebook, "cells": [{**cell, "source": source_of(cell)} for cell in notebook["cells"]]}


def source_of(cell: Cell) -> str:
    """What stands in a cell, with the line ends of Linux."""
    source = cell.get("source", "")
    return (source if isinstance(source, str) else "".join(source)).replace("\r\n", "\n").replace("\r", "\n")


def tags_of(cell: Cell) -> list[str]:
    """The tags of a cell."""
    return list(cell.get("metadata", {}).get("tags", []))


def text_of(notebook: Notebook) -> str:
    """The text of the file in which a notebook is stored."""
    cells = [{**cell, "source": source_of(cell).splitlines(keepends=True)} for cell in notebook["cells"]]
    return json.dumps({**notebook, "cells": cells}, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def write(path: Path, notebook: Notebook) -> None:
    """Store a notebook."""
    path.write_bytes(text_of(notebook).encode("utf-8"))


def complaints_about(path: Path, judge: Callable[[Notebook], list[str]]) -> list[str]:
    """The complaints about a stored lesson, each with its file."""
    try:
        return [f"{name_of(path)}: {each}" for each in judge(read(path))]
    except NotANotebookError as error:
        return [f"{name_of(path)}: {error}"]


def report(judge: Callable[[Notebook], list[str]]) -> int:
    """Print what there is to complain of in every lesson; the exit code."""
    found = [line for path in stored("notebooks") for line in complaints_about(path, judge)]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


def name_of(path: Path, root: Path = ROOT) -> str:
    """A file as messages name it: from the project's folder on, with slashes on every system."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()


# --- the form ---


def in_form(notebook: Notebook) -> Notebook:
    """The same notebook in the form in which it is stored."""
    old = notebook.get("metadata", {})
    kept = {name: old[name] for name in NOTEBOOK_METADATA if name in old}
    ids = stable_ids(notebook["cells"])
    return {
        "cells": [_cell_in_form(cell, its_id) for cell, its_id in zip(notebook["cells"], ids, strict=True)],
        "metadata": {"kernelspec": dict(KERNELSPEC), "language_info": dict(LANGUAGE), **kept},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _cell_in_form(cell: Cell, its_id: str) -> Cell:
    known = KEYS_OF_A_CELL.get(cell.get("cell_type", ""), set(cell))
    kept = {name: value for name, value in cell.items() if name in known}
    metadata = {name: value for name, value in cell.get("metadata", {}).items() if name in CELL_METADATA and value}
    emptied: Cell = {"outputs": [], "execution_count": None} if cell.get("cell_type") == "code" else {}
    return {**kept, **emptied, "id": its_id, "metadata": metadata, "source": source_of(cell)}


def stable_ids(cells: list[Cell]) -> list[str]:
    """An id for each cell: its own where it is valid and the first of its kind, else one made from what it says."""
    own: list[str] = []
    for cell in cells:
        its_id = cell.get("id")
        own.append(its_id if is_valid(its_id) and its_id not in own else "")
    taken = set(own)
    return [its_id or _new_id(cell, taken) for cell, its_id in zip(cells, own, strict=True)]


def is_valid(its_id: object) -> TypeGuard[str]:
    """Whether nbformat takes this as the id of a cell."""
    return isinstance(its_id, str) and bool(VALID_ID.fullmatch(its_id))


def _new_id(cell: Cell, taken: set[str]) -> str:
    """From a hash, so that the same notebook gets the same ids on every machine; numbered where cells are alike."""
    number = 0
    while True:
        said = f"{cell.get('cell_type')} {number} {source_of(cell)}"
        its_id = "c" + hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()[:11]
        if its_id not in taken:
            taken.add(its_id)
            return its_id
        number += 1


# --- what departs from it ---


def complaints(path: Path, root: Path = ROOT) -> list[str]:
    """What is wrong with a stored notebook: a line each, with the file, the cell, what it is and how to mend it."""
    try:
        notebook = read(path)
    except NotANotebookError as error:
        return [f"{name_of(path, root)}: {error}"]
    found = [*_about_the_notebook(notebook), *_about_the_cells(notebook["cells"])]
    if not found and path.read_bytes() != text_of(in_form(notebook)).encode("utf-8"):
        found = ["is laid out otherwise (one-space indent, sorted keys, LF, a final newline)"]
    lines = [f"{name_of(path, root)}: {each}; {MEND}" for each in found]
    return lines + [f"{name_of(path, root)}: {each}" for each in invalid(notebook)]


def _about_the_notebook(notebook: Notebook) -> Iterator[str]:
    metadata = notebook.get("metadata", {})
    if notebook.get("nbformat_minor") != 5:
        yield f"has the format 4.{notebook.get('nbformat_minor')}, not 4.5"
    if metadata.get("kernelspec") != KERNELSPEC:
        yield "names another kernel than python3 as JupyterLab writes it"
    if metadata.get("language_info") != LANGUAGE:
        yield "tells more, or less, of its language than its name"
    if "widgets" in metadata:
        yield "holds the state of widgets"
    for name in sorted(set(metadata) - {"kernelspec", "language_info", "widgets", *NOTEBOOK_METADATA}):
        yield f"has the metadata {name!r}, which is not kept"


def _about_the_cells(cells: list[Cell]) -> Iterator[str]:
    seen: set[str] = set()
    for place, cell in enumerate(cells, start=1):
        its_id = cell.get("id")
        where = f"cell {its_id}" if its_id else f"cell number {place}"
        if not is_valid(its_id):
            yield f"{where}: has no valid id"
        elif its_id in seen:
            yield f"{where}: has the id of an earlier cell"
        seen.add(str(its_id))
        yield from (f"{where}: {each}" for each in _about_a_cell(cell))


def _about_a_cell(cell: Cell) -> Iterator[str]:
    if cell.get("outputs"):
        yield "holds outputs"
    if cell.get("execution_count") is not None:
        yield "holds an execution count"
    if cell.get("cell_type") == "code" and not {"outputs", "execution_count"} <= set(cell):
        yield "lacks its empty outputs or execution count"
    metadata = cell.get("metadata", {})
    for name in sorted(set(metadata) - set(CELL_METADATA)):
        yield f"has the metadata {name!r}, which is not kept"
    for name in sorted(name for name in CELL_METADATA if name in metadata and not metadata[name]):
        yield f"has an empty {name!r} in its metadata"


def invalid(notebook: Notebook) -> list[str]:
    """What nbformat says against the notebook in its stored form: faults that no tool can mend."""
    try:
        nbformat.validate(nbformat.from_dict(in_form(notebook)))  # type: ignore[no-untyped-call]
    except nbformat.ValidationError as error:
        said = " ".join(str(error).split())[:200]
        return [f"is not a valid notebook, and needs mending by hand: {said}"]
    return []


def mend(path: Path) -> bool:
    """Bring a stored notebook into form; whether that changed anything."""
    text = text_of(in_form(read(path))).encode("utf-8")
    if path.read_bytes() == text:
        return False
    path.write_bytes(text)
    return True


def main(arguments: list[str], root: Path = ROOT) -> int:
    """The command line; the exit code."""
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true", help="name each departure; exit code 1 if there is any")
    what.add_argument("--fix", action="store_true", help="mend them in place")
    if parser.parse_args(arguments).fix:
        for path in stored(root=root):
            try:
                mended = mend(path)
            except NotANotebookError:
                continue  # the check below says what is wrong with it
            if mended:
                print(f"{name_of(path, root)}: mended")
    found = [line for path in stored(root=root) for line in complaints(path, root)]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
