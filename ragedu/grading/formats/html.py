"""A report for the learner, as a page of its own: no script, nothing loaded from elsewhere, every text escaped."""

from collections.abc import Mapping
from html import escape
from typing import Any

from ragedu.grading.results import reason
from ragedu.tables import Table

_STYLE = (
    "body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; "
    "color-scheme: light dark; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }"
)


def html_report(result: Mapping[str, Any]) -> str:
    """Points, then a reason for each problem."""
    if "problems" not in result:
        return page("Not graded", f"<p>{escape(result['error'])}</p>")
    title = f"Exercise {result['exercise']}: {result['score']} of {result['max_score']} points"
    table = Table(
        result["notebook"],
        ["problem", "outcome", "points"],
        [
            (each["id"], each["outcome"].replace("_", " "), f"{each['score']} of {each['max_score']}")
            for each in result["problems"]
        ],
    )
    reasons = (f"<h2>{escape(each['id'])}</h2><pre>{escape(reason(each))}</pre>" for each in result["problems"])
    return page(title, table._repr_html_() + "".join(reasons))


def page(title: str, body: str) -> str:
    """A whole page."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<style>{_STYLE}</style></head>\n<body><h1>{escape(title)}</h1>{body}</body>\n</html>\n"
    )
