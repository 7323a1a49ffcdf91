"""One internal result, as `ragedu grade --json` writes it, in the forms that others read.

Each module holds one form: a function of the result, which follows `ragedu/data/schemas/grading.schema.json`. A result
that says the notebook was not graded has a form as well, and never looks like a zero that was earned.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

FORMATS = {
    "gradescope": "gradescope:gradescope_results",
    "junit": "junit:junit_xml",
    "github": "github:github_commands",
    "csv": "table:csv_of_one",
    "html": "html:html_report",
    "markdown": "markdown:markdown_report",
}
"""Where each is, by the name that `--format` takes."""


def formatted(name: str, result: Mapping[str, Any]) -> str:
    """A result in the form of this name."""
    module, _, function = FORMATS[name].partition(":")
    form: Callable[[Mapping[str, Any]], str] = getattr(import_module(f"ragedu.grading.formats.{module}"), function)
    return form(result)
