import sys
from importlib import metadata

import pytest

from ragedu import doctor
from ragedu.doctor import Finding, kernel_finding, lab_requirements, package_finding, python_finding, within


def test_a_line_that_is_wrong_comes_with_the_command_that_mends_it():
    assert str(Finding("all here")) == "ok    all here"
    assert str(Finding("not here", "wrong", "pip install it")) == "wrong not here\n      mend it with: pip install it"


@pytest.mark.parametrize(
    ("version", "bounds", "keeps"),
    [
        ("4.6.0", ">=4.6,<4.7", True),
        ("4.6", "<4.7,>=4.6.0", True),
        ("4.7.0", ">=4.6,<4.7", False),
        ("4.10.1", ">=4.6,<5", True),
        ("3.9.1.post1", ">=3.9.2", False),
        ("3.0rc1", ">=2", True),
        ("1", "", True),
    ],
)
def test_bounds_are_read_as_numbers(version, bounds, keeps):
    assert within(version, bounds) is keeps


def test_the_packages_of_the_course_are_those_of_the_metadata():
    names = {name for name, _ in lab_requirements()}

    assert {"jupyterlab", "ipywidgets", "matplotlib", "nltk", "pandas"} <= names
    assert not {"pytest", "openai", "typer"} & names


def test_a_missing_package_is_told_with_the_command_that_installs_it():
    finding = package_finding("no-such-package", ">=1,<2")

    assert finding.stands == "wrong"
    assert finding.mend == f"{sys.executable} -m pip install 'no-such-package>=1,<2'"


def test_a_package_outside_its_bounds_is_told():
    version = metadata.version("typer")

    assert package_finding("typer", "<0.1").what == f"typer {version} is here, <0.1 is needed"


def test_a_package_that_does_not_load_is_told(monkeypatch):
    def broken(name):
        raise ValueError("numpy.dtype size changed")

    monkeypatch.setattr(doctor, "import_module", broken)

    finding = package_finding("typer", "")

    assert "can't be loaded: ValueError: numpy.dtype size changed" in finding.what
    assert "--force-reinstall" in finding.mend


def test_without_widgets_the_course_still_works(monkeypatch):
    def absent(name):
        raise metadata.PackageNotFoundError

    monkeypatch.setattr(doctor.metadata, "version", absent)

    finding = package_finding("ipywidgets", ">=8.1,<9")

    assert (finding.stands, finding.what) == (
        "note",
        "ipywidgets is not installed; without it questions are asked as text",
    )


def test_an_old_python_is_told():
    assert python_finding((3, 10, 4)).stands == "wrong"
    assert "3.11 or newer is needed" in python_finding((3, 10, 4)).what
    assert python_finding((3, 11, 0)).stands == "ok"


def test_a_kernel_of_another_python_is_told(monkeypatch):
    monkeypatch.setattr(doctor, "_kernel_command", lambda: "/opt/other/bin/python")

    finding = kernel_finding()

    assert finding.what == "the kernel python3 starts another Python, /opt/other/bin/python"
    assert finding.mend.endswith("-m ipykernel install --sys-prefix --name python3")


def test_no_kernel_and_no_jupyter_are_told_apart(monkeypatch):
    def no_jupyter():
        raise ImportError

    def no_kernel():
        raise KeyError

    monkeypatch.setattr(doctor, "_kernel_command", no_jupyter)
    assert kernel_finding().what.startswith("no Jupyter is installed")
    monkeypatch.setattr(doctor, "_kernel_command", no_kernel)
    assert kernel_finding().what == "there is no kernel named python3"


def test_a_grader_that_fails_is_told(monkeypatch):
    def broken():
        raise OSError("no more processes")

    monkeypatch.setattr(doctor, "_self_grade", broken)

    finding = doctor.grader_finding()

    assert finding.what == "the grader does not work: no more processes"
    assert "pip install --force-reinstall --no-deps -e" in finding.mend


@pytest.mark.parametrize(
    ("absent", "told"),
    [
        ([], "processes by fork; a notebook reaches no file, no network and no process but its own"),
        (["network"], "processes by fork; no barrier yet before network"),
        (["files", "network"], "processes by fork; no barrier yet before files, network"),
    ],
)
def test_what_a_notebook_could_reach_is_told_in_a_whole_sentence(absent, told):
    assert doctor.how_shut_in("fork", absent) == told


def test_the_grader_grades_itself():
    assert doctor.grader_finding().what.startswith("the grader works (processes by ")
