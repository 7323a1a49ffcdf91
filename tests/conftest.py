"""tools/ is no package; the tests of what maintainers run import from it by name, as the tools do among themselves.

No test leaves a journal of its attempts behind, nor does a kernel or a command that it starts.
"""

import os
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent / "tools"), str(Path(__file__).parent / "learn")]
os.environ["RAGEDU_PROGRESS"] = "off"
# Written through at once, as few users' streams are, an output that is full fails where it is caught, not at the end.
os.environ.pop("PYTHONUNBUFFERED", None)
