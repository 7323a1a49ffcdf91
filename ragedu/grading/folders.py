"""The folder in which children work: known by what it is rather than by its path, and emptied without leaving it.

A learner's code may put a link, a file or another folder in its place. What is removed is reached through descriptors,
one name at a time and no link followed, so that nothing outside is ever touched. No step here raises: whatever cleaning
up meets, the result of a grading stands.
"""

import contextlib
import os
import secrets
import shutil
import stat
import tempfile
import time
from pathlib import Path

PATIENCE = 20.0
"""Seconds after which cleaning up leaves what is there: somebody fills the folder as fast as it is emptied."""

_BY_DESCRIPTOR = {os.open, os.mkdir, os.rmdir, os.unlink, os.rename, os.stat} <= os.supports_dir_fd
_FOLDER = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


_PASSING = 0o711
"""Whoever a child becomes must reach the folder in it, whose name nobody can guess."""


class Workplace:
    """A folder that nobody else has, in the system's place for such folders."""

    def __init__(self) -> None:
        # Its real path: what a learner's code sees as its folder should be the same everywhere.
        self.path = Path(tempfile.mkdtemp(prefix="ragedu-")).resolve()
        self.path.chmod(_PASSING)
        self.above = self.inside = -1
        if _BY_DESCRIPTOR:
            self.above = os.open(self.path.parent, os.O_RDONLY | _FOLDER)
            self.inside = os.open(self.path.name, os.O_RDONLY | _FOLDER, dir_fd=self.above)
        self.identity = _identity(self.path)
        self.last = ""
        self.made: tuple[object, ...] = ()

    def stands(self) -> bool:
        """Whether the path still leads to the folder that was made."""
        return _identity(self.path) == self.identity

    def scratch(self) -> Path:
        """An empty folder in it, and nothing beside."""
        if self.untouched():
            return self.path / self.last
        self.empty()
        self.last = name = secrets.token_hex(8)
        if self.inside >= 0:
            os.mkdir(name, 0o700, dir_fd=self.inside)
        else:
            (self.path / name).mkdir()
        self.made = self._seen()
        return self.path / name

    def untouched(self, user: int = 0) -> bool:
        """Whether it and the last folder made in it are as they were made, and that one is empty.

        To remove a folder over which a file system lay is slow, so that one is used again.

        user  who may own it besides: the one that its child was to become
        """
        if not self.last or self.inside < 0:
            return False
        try:
            *same, owner = self._seen()
            *made, maker = self.made
            alone = [each.name for each in os.scandir(self.inside)] == [self.last]
            ours = owner in (maker, user or maker)
            return self.stands() and same == made and ours and alone and not any((self.path / self.last).iterdir())
        except OSError:
            return False

    def _seen(self) -> tuple[object, ...]:
        """What a folder in it is, and how it and this one may be entered, by whom; not every file system keeps what is
        asked of it."""
        if self.inside < 0:
            return ()
        found, around = os.stat(self.last, dir_fd=self.inside, follow_symlinks=False), os.fstat(self.inside)
        return found.st_dev, found.st_ino, found.st_mode, around.st_mode, found.st_uid

    def empty(self) -> None:
        """Remove what is in it, wherever it may have been moved to."""
        if self.inside >= 0:
            _empty(self.inside)
        elif self.stands():
            for each in os.scandir(self.path):
                _remove_by_path(Path(each))

    def remove(self) -> None:
        """Remove it, and what was put in its place."""
        self.empty()
        if self.inside < 0:
            _remove_by_path(self.path)
            return
        if not self.stands():
            with contextlib.suppress(OSError):  # moved away; an empty folder is all that this can remove
                Path(Path(f"/proc/self/fd/{self.inside}").readlink()).rmdir()
        _remove(self.above, self.path.name)
        for descriptor in (self.inside, self.above):
            os.close(descriptor)
        self.inside = self.above = -1


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.lstat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISDIR(found.st_mode) else None


def _remove(folder: int, name: str) -> None:
    """Remove an entry of a folder, whatever it is."""
    with contextlib.suppress(OSError):
        os.unlink(name, dir_fd=folder)
        return
    inside = _opened(folder, name)
    if inside < 0:
        return
    try:
        _empty(inside)
        with contextlib.suppress(OSError):
            os.rmdir(name, dir_fd=folder)
    finally:
        os.close(inside)


def _empty(top: int) -> None:
    """Remove all that is in a folder. Folders further down come up first, so that no depth is too deep."""
    last = time.monotonic() + PATIENCE
    stuck: set[str] = set()
    _allow(top)
    while folders := _only_folders(top, stuck):
        for name in folders:
            if time.monotonic() > last:
                return
            inside = _opened(top, name)
            if inside >= 0:
                for each in _only_folders(inside):
                    with contextlib.suppress(OSError):
                        os.rename(each, f"{secrets.token_hex(16)}", src_dir_fd=inside, dst_dir_fd=top)
                os.close(inside)
            try:
                os.rmdir(name, dir_fd=top)
            except OSError:
                stuck.add(name)


def _only_folders(folder: int, without: set[str] | frozenset[str] = frozenset()) -> list[str]:
    """Remove a folder's files and links; the names of the folders that stay, every right given to their owner."""
    folders = []
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            if name in without:
                continue
            with contextlib.suppress(OSError):
                if stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
                    # A folder is moved only by who may write in it.
                    inside = _opened(folder, name)
                    if inside >= 0:
                        os.close(inside)
                    folders.append(name)
                else:
                    os.unlink(name, dir_fd=folder)
    return folders


def _opened(folder: int, name: str) -> int:
    """A descriptor of a folder in a folder, with every right given to its owner; -1 when it is none."""
    try:
        if hasattr(os, "O_PATH"):  # needs no right, so it comes even where all were taken away
            handle = os.open(name, os.O_PATH | _FOLDER, dir_fd=folder)
            try:
                with contextlib.suppress(OSError):
                    Path(f"/proc/self/fd/{handle}").chmod(0o700)
            finally:
                os.close(handle)
        elif os.chmod in os.supports_follow_symlinks:
            with contextlib.suppress(OSError):
                os.chmod(name, 0o700, dir_fd=folder, follow_symlinks=False)
        return os.open(name, os.O_RDONLY | _FOLDER, dir_fd=folder)
    except OSError:
        return -1


def _allow(folder: int) -> None:
    with contextlib.suppress(OSError):
        os.fchmod(folder, _PASSING)


def _remove_by_path(path: Path) -> None:
    """Where there are no descriptors of folders (Windows): shutil refuses a link, and follows none further down."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    with contextlib.suppress(OSError):
        path.unlink()
