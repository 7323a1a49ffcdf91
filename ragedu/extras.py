"""What may be missing beside the core, and the command that installs it."""

import os
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
IN_A_CHECKOUT = (CHECKOUT / "pyproject.toml").is_file()


def command(*words: str) -> str:
    """A command as one types it on this system."""
    import shlex
    import subprocess

    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def installing(extra: str) -> str:
    """The command that installs an extra from where this ragedu came.

    Never by the name alone: under it, a package index may hold what somebody else put there.
    """
    source = ["-e", f"{CHECKOUT}[{extra}]"] if IN_A_CHECKOUT else [f"ragedu[{extra}] @ FILE_YOU_INSTALLED_FROM"]
    return command(sys.executable, "-m", "pip", "install", *source)


def missing(what: str, extra: str) -> ImportError:
    """The error for a library that an extra brings, such as "a figure needs matplotlib"."""
    return ImportError(f"{what}. Install it with: {installing(extra)}")
