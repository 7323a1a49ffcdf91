"""tools/ is no package; the tests of what maintainers run import from it by name, as the tools do among themselves."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
