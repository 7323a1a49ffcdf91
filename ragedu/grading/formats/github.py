"""GitHub Actions: annotations as workflow commands, and a Markdown summary of the job."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ragedu.grading.formats.markdown import markdown_report
from ragedu.grading.results import reason


def github_commands(result: Mapping[str, Any]) -> str:
    """An annotation for each problem that is not solved, and one with the points."""
    notebook = result.get("notebook", "")
    if "problems" not in result:
        return _command("error", notebook, "Not graded", result["error"])
    unsolved = [each for each in result["problems"] if each["outcome"] != "correct"]
    points = f"{result['score']} of {result['max_score']} points"
    return "".join(
        [
            *(_command("error", notebook, each["id"], reason(each)) for each in unsolved),
            _command("notice", notebook, "Points", points),
        ]
    )


def _command(kind: str, file: str, title: str, message: str) -> str:
    return f"::{kind} file={_property(file)},title={_property(title)}::{_data(message)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def add_to_summary(result: Mapping[str, Any]) -> None:
    """Add the report to the job's summary, where a job runs."""
    if path := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(path).open("a", encoding="utf-8", newline="\n") as file:
            file.write(markdown_report(result))
