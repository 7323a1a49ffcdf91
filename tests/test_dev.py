"""tools/dev.py: what it does on a strange machine, and that it does nothing twice."""

import ast
import importlib.util
import json
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from types import ModuleType

import pytest

DEV = Path(__file__).parent.parent / "tools" / "dev.py"


@pytest.fixture
def dev(tmp_path: Path) -> ModuleType:
    """tools/dev.py, set to work in a small project of its own."""
    return dev_in(small_project(tmp_path / "course"))


def small_project(folder: Path) -> Path:
    (folder / "tools").mkdir(parents=True)
    shutil.copy(DEV, folder / "tools")
    (folder / "pyproject.toml").write_text("[project]\nname = 'ragedu'\n")
    (folder / "constraints.txt").write_text("typer==0.20\n")
    return folder


def dev_in(folder: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("dev", folder / "tools" / "dev.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def installed(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """.venv is sound, and instead of pip there is this list: the extras of each installation."""
    calls: list[set[str]] = []
    dev.venv().mkdir()
    monkeypatch.setattr(dev, "fault_in_venv", lambda: "")
    monkeypatch.setattr(dev, "pip_install", calls.append)
    return calls


def is_one_plain_message(text: str) -> bool:
    return len(text.strip().splitlines()) == 1 and "Traceback" not in text


# ---- installing once ---------------------------------------------------------------------------------------------


def test_the_second_run_installs_nothing(dev, installed):
    dev.set_up({"lab"})
    dev.set_up({"lab"})

    assert installed == [{"lab"}]


def test_what_test_installed_is_enough_for_lab(dev, installed):
    dev.set_up({"lab", "test"})
    dev.set_up({"lab"})

    assert len(installed) == 1


def test_the_tests_get_every_extra_that_something_uses(dev):
    project = tomllib.loads((DEV.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    # nbgrader is for `make slow` alone.
    assert project["optional-dependencies"].keys() - {"cluster", "book", "nbgrader"} == dev.EVERYTHING


def test_what_lab_installed_is_not_enough_for_test(dev, installed):
    dev.set_up({"lab"})
    dev.set_up({"lab", "test"})

    assert installed[-1] == {"lab", "test"}


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_a_changed_requirement_installs_again_all_that_was_asked_for_before(dev, installed, name):
    dev.set_up({"lab", "test"})
    (dev.ROOT / name).write_text("# changed\n")
    dev.set_up({"lab"})

    assert installed == [{"lab", "test"}, {"lab", "test"}]


def test_another_python_installs_again(dev, installed, monkeypatch):
    dev.set_up({"lab"})
    monkeypatch.setattr(dev.platform, "python_version", lambda: "3.99.0")
    dev.set_up({"lab"})

    assert len(installed) == 2


@pytest.mark.parametrize("end", [KeyboardInterrupt, SystemExit, OSError])
def test_an_installation_cut_short_leaves_no_stamp(dev, installed, monkeypatch, end):
    dev.set_up({"lab"})

    def cut_short(_extras):
        raise end

    monkeypatch.setattr(dev, "pip_install", cut_short)
    with pytest.raises(end):
        dev.set_up({"lab", "test"})

    assert not dev.stamp().exists()


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"from": "x"}', '{"from": "x", "extras": 3}'])
def test_a_stamp_nobody_can_read_counts_as_none(dev, installed, text):
    dev.stamp().write_text(text)
    dev.set_up({"lab"})

    assert installed == [{"lab"}]


def test_a_failing_pip_is_one_sentence_after_its_own_words(dev, monkeypatch):
    monkeypatch.setattr(dev, "in_venv", lambda _arguments: 2)

    with pytest.raises(dev.Trouble, match=r"pip ended with exit code 2.*run the same command again"):
        dev.pip_install({"lab"})


def test_pip_is_held_to_the_constraints(dev, monkeypatch):
    asked: list[list[str]] = []
    monkeypatch.setattr(dev, "in_venv", lambda arguments: asked.append(arguments) or 0)
    dev.pip_install({"test", "lab"})

    assert asked[0][-4:] == ["-c", "constraints.txt", "-e", ".[lab,test]"]


# ---- the virtual environment -------------------------------------------------------------------------------------


def quick_venv(dev: ModuleType) -> None:
    """A virtual environment with an empty pip in it: the real one takes seconds to unpack."""
    venv.create(dev.venv(), with_pip=False, symlinks=sys.platform != "win32")
    question = "import sysconfig; print(sysconfig.get_path('purelib'))"
    place = subprocess.run([dev.venv_python(), "-c", question], capture_output=True, text=True, check=True)
    (Path(place.stdout.strip()) / "pip.py").write_text("")


def test_a_sound_environment_is_kept(dev):
    quick_venv(dev)

    assert dev.fault_in_venv() == ""


def test_a_folder_that_was_moved_needs_a_new_environment(dev):
    quick_venv(dev)
    moved = dev.ROOT.rename(dev.ROOT.with_name("moved"))

    assert dev_in(moved).fault_in_venv() == "it was made for another folder"


def test_a_python_that_went_away_needs_a_new_environment(dev):
    quick_venv(dev)
    dev.venv_python().unlink()

    assert dev.fault_in_venv() == "its Python is gone"


def test_an_environment_without_pip_needs_a_new_one(dev):
    venv.create(dev.venv(), with_pip=False, symlinks=sys.platform != "win32")

    assert dev.fault_in_venv() == "its Python or its pip does not start"


def test_another_version_of_python_needs_a_new_environment(dev, monkeypatch):
    quick_venv(dev)
    monkeypatch.setattr(dev.sys, "version_info", (3, 99, 0))

    assert dev.fault_in_venv() == "it holds another version of Python"


def test_an_empty_folder_called_venv_is_replaced_by_a_working_one(dev, capfd, monkeypatch):
    dev.venv().mkdir()
    monkeypatch.setattr(dev, "pip_install", lambda _extras: None)
    dev.set_up({"lab"})

    assert "Making .venv" in capfd.readouterr().out
    assert dev.fault_in_venv() == ""
    assert dev.read_stamp()["extras"] == {"lab"}


def test_an_environment_that_cannot_be_removed_is_one_sentence(dev, monkeypatch):
    def in_use(_path):
        raise PermissionError("in use")

    dev.venv().mkdir()
    monkeypatch.setattr(dev.shutil, "rmtree", in_use)
    with pytest.raises(dev.Trouble, match="close JupyterLab"):
        dev.make_venv("it was made for another folder")


def test_a_venv_that_cannot_be_made_is_one_sentence(dev, monkeypatch):
    monkeypatch.setattr(dev.subprocess, "call", lambda *_command, **_options: 1)

    with pytest.raises(dev.Trouble, match="may be written to"):
        dev.make_venv("there is none yet")


def test_the_callers_shell_leads_nobody_astray(dev, monkeypatch):
    for name in ("PYTHONPATH", "PYTHONHOME", "PYTHONOPTIMIZE", "PIP_TARGET"):
        monkeypatch.setenv(name, "elsewhere")
    monkeypatch.setenv("PIP_USER", "1")
    monkeypatch.setenv("PIP_REQUIRE_VIRTUALENV", "true")
    monkeypatch.setenv("PIP_CERT", "kept")
    seen = dev.environment()

    assert "elsewhere" not in seen.values()
    assert (seen["PIP_USER"], seen["PIP_REQUIRE_VIRTUALENV"], seen["PIP_CERT"]) == ("0", "0", "kept")
    assert seen["PATH"].startswith(str(dev.venv_python().parent))


# ---- strange machines --------------------------------------------------------------------------------------------


def test_an_old_python_can_read_the_file():
    # The grammar of 3.6, and no annotation such as list[str], which 3.8 would stumble over while it reads.
    tree = ast.parse(DEV.read_text(encoding="utf-8"), feature_version=(3, 6))
    signatures = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AnnAssign | ast.arg)]
    annotations = [getattr(node, "annotation", None) or getattr(node, "returns", None) for node in signatures]

    assert signatures
    assert not [ast.unparse(each) for each in annotations if isinstance(each, ast.Subscript | ast.BinOp)]


def test_an_old_python_is_told_of_a_newer_one_that_is_here(dev, monkeypatch):
    monkeypatch.setattr(dev, "newer_python", lambda: "python3.12")
    with pytest.raises(dev.Trouble) as told:
        dev.refuse_old_python((3, 6, 15))

    assert "needs Python 3.11 or newer" in str(told.value)
    assert "is Python 3.6.15" in str(told.value)
    assert "make lab PYTHON=python3.12" in str(told.value)


def test_an_old_python_alone_is_told_to_be_replaced(dev, monkeypatch, capsys):
    monkeypatch.setattr(dev, "newer_python", lambda: "")
    monkeypatch.setattr(dev.sys, "version_info", (3, 10, 13, "final", 0))

    assert dev.main(["lab"]) == 1
    told = capsys.readouterr().err
    assert is_one_plain_message(told)
    assert "install a newer one" in told


def test_this_python_is_new_enough(dev):
    dev.refuse_old_python(tuple(sys.version_info[:3]))


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_venv_gets_one_sentence_saying_what_to_install(dev, module):
    crippled = f"import sys, runpy; sys.modules[{module!r}] = None; sys.argv = ['dev.py', 'lab']; " + (
        f"runpy.run_path({str(dev.ROOT / 'tools' / 'dev.py')!r}, run_name='__main__')"
    )
    ended = subprocess.run([sys.executable, "-c", crippled], capture_output=True, text=True)

    assert ended.returncode == 1
    assert is_one_plain_message(ended.stderr)
    assert f"its module '{module}' is missing; install" in ended.stderr
    assert not dev.venv().exists()


def test_debian_is_told_the_name_of_its_package(dev, monkeypatch):
    monkeypatch.setattr(dev.shutil, "which", lambda _name: "/usr/bin/apt-get")
    monkeypatch.setattr(dev, "base_python", lambda: "/usr/bin/python3")

    assert dev.how_to_get_venv().startswith("install it with: sudo apt install python3")


def test_without_apt_the_sentence_names_no_apt(dev, monkeypatch):
    monkeypatch.setattr(dev.shutil, "which", lambda _name: None)

    assert "apt" not in dev.how_to_get_venv()


# ---- the verbs ---------------------------------------------------------------------------------------------------


@pytest.fixture
def steps(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Everything is installed; the commands a verb runs, in order."""
    ran: list[list[str]] = []
    monkeypatch.setattr(dev, "set_up", lambda _extras: None)
    monkeypatch.setattr(dev, "in_venv", lambda command: ran.append(command) or 0)
    return ran


def test_test_runs_lint_layout_types_and_tests(dev, steps):
    assert dev.main(["test"]) == 0
    assert [" ".join(step[1:3]) for step in steps] == ["ruff check", "ruff format", "mypy", "pytest -n"]
    assert steps[-1][2:] == dev.ON_TWO_CORES


@pytest.mark.parametrize("options", [["-k", "retrieval"], ["--", "-k", "retrieval"]])
def test_what_follows_test_goes_to_pytest(dev, steps, options):
    dev.main(["test", *options])

    assert steps[-1] == ["-m", "pytest", "-k", "retrieval"]


def test_the_first_that_fails_ends_it_and_gives_the_exit_code(dev, steps, monkeypatch, capsys):
    monkeypatch.setattr(dev, "in_venv", lambda command: steps.append(command) or (7 if "mypy" in command else 0))

    assert dev.main(["test"]) == 7
    assert steps[-1] == ["-m", "mypy"]
    assert "mypy failed (exit code 7)" in capsys.readouterr().err


def test_run_takes_the_tools_that_are_here_and_no_others(dev, steps, capsys):
    (dev.ROOT / "tools" / "exercises.py").write_text("")

    assert dev.main(["run", "exercises", "--check"]) == 0
    assert steps == [[str(dev.ROOT / "tools" / "exercises.py"), "--check"]]
    assert dev.main(["run", "../elsewhere"]) == 1
    assert "one of: exercises." in capsys.readouterr().err


def test_an_unknown_verb_is_told_the_known_ones(dev, capsys):
    assert dev.main(["labs"]) == 1
    assert "Try one of: lab, test, slow, setup, run, tidy" in capsys.readouterr().err


def test_without_a_verb_the_verbs_are_shown(dev, capsys):
    assert dev.main([]) == 0
    assert "tools/dev.py lab" in capsys.readouterr().out


def test_ctrl_c_is_no_traceback(dev, monkeypatch, capsys):
    def pressed(_extras):
        raise KeyboardInterrupt

    monkeypatch.setattr(dev, "set_up", pressed)

    assert dev.main(["setup"]) == 130
    assert is_one_plain_message(capsys.readouterr().err)


# ---- JupyterLab --------------------------------------------------------------------------------------------------


@pytest.fixture
def machine(dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """A Linux machine with a screen, an ordinary user and no Jupyter settings."""
    monkeypatch.setattr(dev.sys, "platform", "linux")
    monkeypatch.setattr(dev.os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path))
    for name in ("WAYLAND_DISPLAY", "BROWSER", "JUPYTER_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_lab_shows_the_whole_course_and_opens_lesson_00(dev, machine):
    command = dev.lab_command()

    assert f"--ServerApp.root_dir={dev.ROOT}" in command
    assert "--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb" in command
    assert "--allow-root" not in command
    assert "--no-browser" not in command


def test_root_may_start_it(dev, machine):
    machine.setattr(dev.os, "geteuid", lambda: 0)

    assert "--allow-root" in dev.lab_command()


def test_without_a_screen_no_browser_takes_the_terminal(dev, machine):
    machine.delenv("DISPLAY")

    assert "--no-browser" in dev.lab_command()


def test_the_log_is_quiet_only_if_jupyter_prints_the_address_by_itself(dev, machine, tmp_path):
    assert "--log-level=WARN" in dev.lab_command()

    (tmp_path / "jupyter_server_config.json").write_text("{}")
    assert "--log-level=WARN" not in dev.lab_command()


def test_jupyterlab_does_not_ask_about_news(dev):
    dev.write_jupyter_defaults()
    written = json.loads((dev.venv() / "share/jupyter/lab/settings/overrides.json").read_text())

    assert written["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"
