#!/usr/bin/env python3
"""Set ragedu up and work with it: one command each, on Linux, macOS and Windows, with nothing but Python.

    python tools/dev.py lab           open the course in JupyterLab
    python tools/dev.py test          lint, types and all tests; what follows goes to pytest: test -k retrieval
    python tools/dev.py setup         only install what `lab` needs
    python tools/dev.py run NAME      run tools/NAME.py with everything installed
    python tools/dev.py tidy          mend what can be mended without thinking: lint, layout, notebooks

Everything goes into the folder .venv of this project; nothing needs to be activated. On Windows write `py` for
`python`; with make, `make lab` and so on do the same.
"""

# An old Python must be able to read this file, or it could not say that it is too old: so the syntax is that of
# Python 3.6, annotations stand in quotes, and only the standard library is imported.
import contextlib
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

OLDEST_PYTHON = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
FIRST_LESSON = "notebooks/00_start_here.ipynb"

# What the tests need: they run the optional parts for real.
EVERYTHING = {"lab", "llm", "search", "test", "zh"}

# Variables of the caller's shell that would lead pip or Python out of .venv, or switch the tests' asserts off.
LEADING_ASTRAY = (
    "PYTHONHOME PYTHONPATH PYTHONSTARTUP PYTHONOPTIMIZE PYTHONWARNINGS PYTHONSAFEPATH __PYVENV_LAUNCHER__ "
    "PIP_TARGET PIP_PREFIX PIP_ROOT PIP_PYTHON PIP_DRY_RUN PIP_NO_DEPS CONDA_PREFIX"
).split()

# JupyterLab asks at its first start whether it may fetch news. This default for .venv alone answers for the learner
# that it may not; whoever switches news on in JupyterLab's settings still gets them.
NO_NEWS = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}


class Trouble(Exception):
    """Something the caller can put right; the text says what and how."""


def main(arguments: "list[str]") -> int:
    try:
        refuse_old_python(tuple(sys.version_info[:3]))
        return follow(arguments)
    except Trouble as trouble:
        print(f"\n{trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on from here.", file=sys.stderr)
        return 130


def follow(arguments: "list[str]") -> int:
    verb, rest = (arguments[0], arguments[1:]) if arguments else ("help", [])
    if rest[:1] == ["--"]:
        rest = rest[1:]
    if verb in ("help", "-h", "--help"):
        print(__doc__.strip())
        return 0
    if verb not in VERBS:
        raise Trouble("There is no '{}' here. Try one of: {}.".format(verb, ", ".join(VERBS)))
    return VERBS[verb](rest)


# ---- the verbs -------------------------------------------------------------------------------------------------


ON_TWO_CORES = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"]
"""Options for all tests: the files by turns, in their order, those with a browser last."""


def lab(extra_options: "list[str]") -> int:
    """Open the first lesson in JupyterLab and stay until Ctrl-C."""
    set_up({"lab"})
    write_jupyter_defaults()
    print("\nJupyterLab runs until you press Ctrl-C here; save your notebooks first.")
    print("If no browser opens, copy the last address below into one.", flush=True)
    return become([*lab_command(), *extra_options])


def test(pytest_options: "list[str]") -> int:
    """Lint, layout, types, tests: stop at the first that fails and hand on its exit code."""
    set_up(EVERYTHING)
    steps = [
        ("ruff check", ["ruff", "check", "."], "`make tidy` mends much of this."),
        ("ruff format", ["ruff", "format", "--check", "."], "`make tidy` mends this."),
        ("mypy", ["mypy"], "The lines above name each place."),
        ("pytest", ["pytest", *(pytest_options or ON_TWO_CORES)], "The summary above names each failing test."),
    ]
    for name, command, advice in steps:
        print(f"\n== {name}", flush=True)
        code = in_venv(["-m", *command])
        if code:
            print(f"\n{name} failed (exit code {code}). {advice}", file=sys.stderr)
            return code
    return 0


def slow(pytest_options: "list[str]") -> int:
    """What needs more than `make test` installs, and takes minutes: nbgrader on our notebooks."""
    set_up({"lab", "test", "nbgrader"})
    return in_venv(["-m", "pytest", "-m", "slow", *pytest_options])


def setup(_nothing: "list[str]") -> int:
    """Install what `lab` needs, and stop."""
    set_up({"lab"})
    print(f"ragedu is set up in {venv()}.")
    return 0


def run(arguments: "list[str]") -> int:
    """Run one of the maintainers' tools with everything installed."""
    tools = sorted(path.stem for path in (ROOT / "tools").glob("*.py") if path.stem != "dev")
    if not arguments or arguments[0] not in tools:
        raise Trouble("Say which tool to run, one of: {}.".format(", ".join(tools) or "none is here"))
    set_up(EVERYTHING)
    return in_venv([str(ROOT / "tools" / (arguments[0] + ".py")), *arguments[1:]])


def tidy(_nothing: "list[str]") -> int:
    """Mend lint and layout. What ruff cannot mend it lists, and the rest is mended all the same."""
    set_up(EVERYTHING)
    commands = [["-m", "ruff", "check", "--fix", "."], ["-m", "ruff", "format", "."]]
    notebooks = ROOT / "tools" / "notebooks.py"
    if notebooks.exists():
        commands.append([str(notebooks), "--fix"])
    return max([in_venv(command) for command in commands])


VERBS = {"lab": lab, "test": test, "slow": slow, "setup": setup, "run": run, "tidy": tidy}


# ---- installing, once ------------------------------------------------------------------------------------------


def set_up(extras: "set[str]") -> None:
    """Bring .venv to hold the project and these extras; do nothing if it does already."""
    fault = fault_in_venv()
    if fault:
        make_venv(fault)
    past = read_stamp()
    if past["from"] == fingerprint() and extras <= past["extras"]:
        return
    # A stamp stands for a finished installation only, so it goes before pip begins.
    with contextlib.suppress(FileNotFoundError):
        stamp().unlink()
    # What was asked for earlier comes along, so that .venv never mixes two ages of the constraints.
    pip_install(extras | past["extras"])
    write_stamp(extras | past["extras"])


def pip_install(extras: "set[str]") -> None:
    wanted = ".[{}]".format(",".join(sorted(extras)))
    print(f"Installing {wanted} into .venv: about a minute, this once.", flush=True)
    code = in_venv(["-m", "pip", "install", "--no-input", "-c", "constraints.txt", "-e", wanted])
    if code:
        raise Trouble(
            f"Not set up yet: pip ended with exit code {code}, for the reason it gives above; the first installation "
            "needs the network, so check that it is there and run the same command again."
        )


def stamp() -> Path:
    return venv() / "ragedu-setup.json"


def fingerprint() -> str:
    """What an installation depends on: both lists of requirements, and the Python that runs it."""
    parts = [(ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt")]
    parts.append(platform.python_version().encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def write_stamp(extras: "set[str]") -> None:
    # Beside the name first: a stamp cut short by a full disk would be read as a finished one, or not at all.
    unfinished = stamp().with_suffix(".part")
    unfinished.write_text(json.dumps({"from": fingerprint(), "extras": sorted(extras)}), encoding="utf-8")
    unfinished.replace(stamp())


def read_stamp() -> "dict[str, Any]":
    try:
        told = json.loads(stamp().read_text(encoding="utf-8"))
        return {"from": str(told["from"]), "extras": set(told["extras"])}
    except (OSError, ValueError, KeyError, TypeError):
        return {"from": "", "extras": set()}


# ---- the virtual environment -----------------------------------------------------------------------------------


def venv() -> Path:
    return ROOT / ".venv"


def venv_python() -> Path:
    return venv() / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def fault_in_venv() -> str:
    """Why .venv cannot be used as it stands; empty if it can."""
    if not venv().exists():
        return "there is none yet"
    if not venv_is_for_this_folder():
        return "it was made for another folder"
    question = "import sys, pip; print('%d.%d' % sys.version_info[:2])"
    try:
        answer = subprocess.run(
            [str(venv_python()), "-c", question],
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
    except OSError:
        return "its Python is gone"
    if answer.returncode:
        return "its Python or its pip does not start"
    if answer.stdout.split() != ["{}.{}".format(*sys.version_info[:2])]:
        return "it holds another version of Python"
    return ""


def venv_is_for_this_folder() -> bool:
    """Whether the scripts in .venv, and the link to this project, still lead here."""
    # Which file names the folder differs with the tool and the system .venv was made by.
    for name in ("pyvenv.cfg", "bin/activate", "Scripts/activate.bat"):
        with contextlib.suppress(OSError):
            if str(venv()) in (venv() / name).read_text(encoding="utf-8", errors="replace"):
                return True
    return False


def make_venv(reason: str) -> None:
    refuse_python_without_venv()
    print(f"Making .venv with Python {platform.python_version()}: {reason}.", flush=True)
    try:
        if venv().exists():
            shutil.rmtree(str(venv()))
    except OSError as error:
        raise Trouble(
            f"The old .venv cannot be removed ({error}); close JupyterLab and every terminal that uses it, "
            f"delete the folder {venv()} by hand and run the same command again."
        ) from None
    code = subprocess.call([base_python(), "-m", "venv", str(venv())], env=environment())
    if code:
        raise Trouble(
            f"Python could not make {venv()} (exit code {code}, its own words are above); check that this "
            "folder may be written to and has space left, then run the same command again."
        )


def base_python() -> str:
    """The Python below this one: .venv itself may be active, and is about to be made anew."""
    return str(getattr(sys, "_base_executable", "") or sys.executable)


def in_venv(arguments: "list[str]") -> int:
    """Run the Python of .venv in the project's folder."""
    return subprocess.call([str(venv_python()), *arguments], cwd=str(ROOT), env=environment())


def environment() -> "dict[str, str]":
    """The caller's environment as if .venv were active, so that commands typed in a notebook are found too."""
    kept = {name: value for name, value in os.environ.items() if name.upper() not in LEADING_ASTRAY}
    kept["VIRTUAL_ENV"] = str(venv())
    kept["PATH"] = os.pathsep.join([str(venv_python().parent), os.environ.get("PATH", os.defpath)])
    # Set rather than left out: the caller's pip settings file may say otherwise, and a variable outranks it.
    kept["PIP_USER"] = kept["PIP_REQUIRE_VIRTUALENV"] = "0"
    kept["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    return kept


# ---- refusals --------------------------------------------------------------------------------------------------


def refuse_old_python(version: "tuple[int, ...]") -> None:
    if version >= OLDEST_PYTHON:
        return
    newer = newer_python()
    raise Trouble(
        "ragedu needs Python {} or newer, and {} is Python {}; {}.".format(
            dotted(OLDEST_PYTHON),
            sys.executable or "this",
            dotted(version),
            f"a newer one is here, so run: make lab PYTHON={newer}, or: {newer} tools/dev.py lab"
            if newer
            else "install a newer one and run the same command with it",
        )
    )


def newer_python() -> str:
    """The name of a Python on this machine that is new enough; empty if none is found."""
    question = f"import sys; sys.exit(sys.version_info < {OLDEST_PYTHON})"
    for minor in range(OLDEST_PYTHON[1] + 8, OLDEST_PYTHON[1] - 1, -1):
        name = f"python3.{minor}"
        # A name found is not yet a Python that starts: version managers leave empty shells behind.
        with contextlib.suppress(OSError):
            if shutil.which(name) and not subprocess.call([name, "-c", question], stderr=subprocess.DEVNULL):
                return name
    return ""


def refuse_python_without_venv() -> None:
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError as error:
        raise Trouble(
            f"This Python ({base_python()}) cannot make virtual environments, for its module '{error.name}' is "
            f"missing; {how_to_get_venv()}, then run the same command again."
        ) from None


def how_to_get_venv() -> str:
    if shutil.which("apt-get"):
        return f"install it with: sudo apt install {debian_venv_package()}"
    if sys.platform.startswith("linux"):
        return "install the package of your system that brings it, often called python3-venv"
    return "install a complete Python with the official installer"


def debian_venv_package() -> str:
    """python3-venv belongs to the system's own Python; one beside it has a package of its own."""
    with contextlib.suppress(OSError):
        if Path(base_python()).samefile("/usr/bin/python3"):
            return "python3-venv"
    return f"python{dotted(sys.version_info[:2])}-venv"


def dotted(version: "tuple[int, ...]") -> str:
    return ".".join(str(part) for part in version)


# ---- JupyterLab ------------------------------------------------------------------------------------------------


def lab_command() -> "list[str]":
    command = [
        "-m",
        "jupyterlab",
        f"--ServerApp.root_dir={ROOT}",
        f"--LabApp.default_url=/lab/tree/{FIRST_LESSON}",
        # Ctrl-C is the way out and asks nothing.
        "-y",
    ]
    if not has_own_login():
        # Only warnings and the address, so that the address is what stands last.
        command += ["--log-level=WARN", "--LabApp.log_level=WARN"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    if not screen():
        command.append("--no-browser")
    return command


def has_own_login() -> bool:
    """Whether Jupyter may leave its banner out: it prints the address there only with a token of its own making."""
    if os.environ.get("JUPYTER_TOKEN"):
        return True
    folder = Path(os.environ.get("JUPYTER_CONFIG_DIR") or "~/.jupyter").expanduser()
    return any(folder.glob("jupyter_*config.*"))


def screen() -> bool:
    """Whether a browser has somewhere to open. Without, Python would fall back on one that runs in the terminal."""
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def write_jupyter_defaults() -> None:
    settings = venv() / "share" / "jupyter" / "lab" / "settings"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "overrides.json").write_text(json.dumps(NO_NEWS, indent=2) + "\n", encoding="utf-8")


def become(arguments: "list[str]") -> int:
    """Hand this process over to the Python of .venv, so that signals and the exit code are its own."""
    command = [str(venv_python()), *arguments]
    os.chdir(str(ROOT))
    if os.name != "nt":
        os.execve(command[0], command, environment())
    # Windows cannot replace a process. Ctrl-C reaches both; the server ends first, and this one waits for it.
    child = subprocess.Popen(command, env=environment())
    while True:
        with contextlib.suppress(KeyboardInterrupt):
            return child.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
