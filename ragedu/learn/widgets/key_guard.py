"""The key guard: keeps JupyterLab's one-letter commands away from widgets, and gives widgets their names and states.

All it does is in key_guard.js, the only JavaScript of ragedu. It needs anywidget.
"""

from pathlib import Path
from typing import Any

import anywidget
import traitlets


class KeyGuard(anywidget.AnyWidget):
    """Guards every widget of the page from when it arrives there; what it shows is one line of text."""

    _esm = Path(__file__).with_name("key_guard.js").read_text(encoding="utf-8")
    line = traitlets.Unicode().tag(sync=True)


def show_key_guard(shell: Any, line: str) -> None:
    """Send the guard to the page, and show the line: through the guard, or as text where no widget can live."""
    data, metadata = KeyGuard(line=line)._repr_mimebundle_() or ({}, {})
    shell.display_pub.publish({**data, "text/plain": line}, metadata)
