"""What may be missing beside the core, and the command that installs it."""

import os
import sys
from pathlib import Path


def checkout() -> Path | None:
    """The folder of the clone that this ragedu runs from; None where it was installed."""
    folder = Path(__file__).resolve().parent.parent
    return folder if (folder / "pyproject.toml").is_file() else None


def command(*words: str) -> str:
    """A command as one types it on this system."""
    import shlex
    import subprocess

    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def installing(extra: str) -> str:
    """The command that installs an extra from where this ragedu came.

    Never by the name alone: under it, a package index may hold what somebody else put there.
    """
    clone = checkout()
    source = ["-e", f"{clone}[{extra}]"] if clone else [f"ragedu[{extra}] @ FILE_YOU_INSTALLED_FROM"]
    return command(sys.executable, "-m", "pip", "install", *source)


def missing(what: str, extra: str) -> ImportError:
    """The error for a library that an extra brings, such as "a figure needs matplotlib"."""
    return ImportError(f"{what}. Install it with: {installing(extra)}")
