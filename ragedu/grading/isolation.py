"""The layers that shut a learner's code in, one small object each.

Every layer is tried, and none is relied on: systems differ, containers allow less than machines, and some lack all of
them. The result says what took effect, what did not and why, and what a learner's code can therefore still reach.
"""

import ctypes
import functools
import os
import site
import stat
import sys
import sysconfig
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ragedu.grading import landlock, seccomp
from ragedu.grading.linux import LINUX, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, libc, prctl
from ragedu.grading.namespaces import Namespaces, own_file_system

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

FILES, NETWORK, PROCESSES = "files", "network", "other processes of the same user"
GUARDED = (FILES, NETWORK, PROCESSES)
"""What strict isolation needs to be out of reach."""

LEFT_OUT = "left out"


@dataclass(slots=True)
class Setting:
    """What the layers need to know, and what those before have brought about.

    scratch  the folder in which the child works
    limits   as the grader's, by name
    user     the number of the user to become; 0 to stay who one is
    """

    scratch: str
    limits: Mapping[str, Any]
    user: int
    namespaces: Namespaces
    guards: set[str] = field(default_factory=set)
    counts_processes: bool = False
    owns_nothing: bool = False
    read_only: bool = False
    closed_paths: bool = False
    closed_signals: bool = False


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer: its name, how it is put on, and whether even `--isolation off` keeps it.

    apply  puts it on and says more about it, if there is more; OSError when it can't be
    """

    name: str
    apply: Callable[[Setting], str]
    always: bool = False


@dataclass(slots=True)
class Report:
    """What took effect, what did not and why, what is out of reach."""

    active: list[str] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)
    guards: set[str] = field(default_factory=set)

    def to_json(self) -> dict[str, Any]:
        """The report as it travels."""
        return {"active": self.active, "missing": self.missing, "guards": sorted(self.guards)}


def shut_in(setting: Setting, mode: str, without: Collection[str]) -> Report:
    """Put on every layer there is, in an order in which each still can be."""
    entered = setting.namespaces
    report = Report([*entered.active], {**entered.missing}, setting.guards)
    report.guards.update(_GUARDED_BY[each] for each in entered.active if each in _GUARDED_BY)
    for layer in LAYERS:
        if (mode == "off" and not layer.always) or layer.name in without:
            report.missing[layer.name] = LEFT_OUT
            continue
        try:
            more = layer.apply(setting)
            report.active.append(f"{layer.name} ({more})" if more else layer.name)
        except (OSError, ValueError) as error:
            report.missing[layer.name] = getattr(error, "strerror", None) or str(error)
    return report


_GUARDED_BY = {"network namespace": NETWORK, "PID namespace": PROCESSES}


def lacking(guards: Collection[str]) -> list[str]:
    """What strict isolation needs and is not there."""
    return [each for each in GUARDED if each not in guards]


def refusal(absent: Sequence[str]) -> str:
    """What to tell who asked for strict isolation where it can't be had."""
    short = ["process" if each == PROCESSES else each.removesuffix("s") for each in absent]
    named, are = " and ".join(short), "is" if len(short) == 1 else "are"
    allow = ", ".join(_TO_ALLOW[each] for each in absent)
    return (
        f"--isolation strict needs file, network and process isolation; {named} {are} missing here. Allow {allow}, or "
        "grade without strict: the result then names what was missing."
    )


_TO_ALLOW = {
    FILES: "Landlock (Linux 6.2 or newer, or 5.13 with mount namespaces)",
    NETWORK: "network namespaces",
    PROCESSES: "PID namespaces",
}


# --- the layers ---


def _scratch_folder(setting: Setting) -> str:
    os.chdir(setting.scratch)
    os.environ.update(dict.fromkeys(("HOME", "TMPDIR", "TEMP", "TMP"), setting.scratch))
    return ""


def _own_session(_setting: Setting) -> str:
    if not hasattr(os, "getsid") or os.getsid(0) != os.getpid():
        raise OSError(0, "no session of its own")
    return ""


def _scratch_in_memory(setting: Setting) -> str:
    size = setting.limits["disk"]
    setting.read_only = own_file_system(setting.scratch, size, setting.limits["files"])
    rest = ", all else read-only" if setting.read_only else ""
    return f"{size // 2**20} MB, {setting.limits['files']} files{rest}"


def _limit(name: str, value: int) -> None:
    if resource is None:
        raise OSError(0, "not on this system")
    kind = getattr(resource, name)
    _, most = resource.getrlimit(kind)
    value = value if most == resource.RLIM_INFINITY else min(value, most)
    resource.setrlimit(kind, (value, value))


def _memory_limit(setting: Setting) -> str:
    _limit("RLIMIT_CORE", 0)
    _limit("RLIMIT_AS", setting.limits["memory"])
    if not LINUX:  # macOS takes the limit and does not keep to it
        raise OSError(0, "this system does not keep to it")
    return f"{setting.limits['memory'] // 2**20} MB"


def _file_limit(setting: Setting) -> str:
    _limit("RLIMIT_FSIZE", setting.limits["disk"])
    _limit("RLIMIT_NOFILE", setting.limits["descriptors"])
    return f"{setting.limits['disk'] // 2**20} MB each, {setting.limits['descriptors']} open"


def _time_limit(setting: Setting) -> str:
    seconds = int(setting.limits["submission"]) + 5
    _limit("RLIMIT_CPU", seconds)
    return f"{seconds} s"


def _process_limit(setting: Setting) -> str:
    """Threads count too. Root's are never counted, so the number of another user is borrowed where root runs this."""
    if not LINUX:
        raise OSError(0, "not on this system")
    if os.getuid() == 0:
        if not setting.user:
            raise OSError(0, "root's processes are not counted")
        libc("setresuid", setting.user, -1, -1)
    elsewhere = 0 if setting.namespaces.own_user or os.getuid() == setting.user else _tasks_of(os.getuid())
    _limit("RLIMIT_NPROC", elsewhere + setting.limits["processes"])
    setting.counts_processes = True
    return f"{setting.limits['processes']}"


def _tasks_of(user: int) -> int:
    """How many processes and threads a user has."""
    count = 0
    for each in os.scandir("/proc"):
        try:
            if each.name.isdigit() and each.stat().st_uid == user:
                count += len(list(Path(each, "task").iterdir()))
        except OSError:
            continue
    return count


def _dropped_user(setting: Setting) -> str:
    """Another user, who owns nothing. Only where that one can read the libraries, or imports would fail."""
    if not setting.user:
        raise OSError(0, "not root, so there is nothing to drop")
    if closed := _closed_library() or ("" if _open_to_all(Path(setting.scratch).parent) else "its folder"):
        raise OSError(0, f"{closed} is closed to other users")
    os.chown(setting.scratch, setting.user, setting.user)
    os.setgroups([])
    os.setresgid(setting.user, setting.user, setting.user)
    libc("setresuid", setting.user, setting.user, setting.user)
    setting.owns_nothing = True
    setting.guards.add(PROCESSES)
    return ""


@functools.cache
def _closed_library() -> str:
    return next((each for each in libraries() if not _open_to_all(Path(each).parent)), "")


def _open_to_all(path: Path) -> bool:
    """Whether everybody may pass through this folder and all above it."""
    return all(each.stat().st_mode & stat.S_IXOTH for each in (path, *path.parents))


def prepared() -> None:
    """Find out beforehand, once for all children, what is the same for each."""
    _closed_library()
    readable()


def _no_capabilities(_setting: Setting) -> str:
    """None of root's powers, nor those that come with a user namespace."""
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    libc("capset", ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)()))
    return ""


def _no_new_privileges(_setting: Setting) -> str:
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    return ""


def _closed_memory(_setting: Setting) -> str:
    prctl(PR_SET_DUMPABLE, 0)
    return ""


def _landlock(setting: Setting) -> str:
    version = landlock.restrict(readable(), [setting.scratch, "/dev/null"])
    setting.closed_paths, setting.closed_signals = version >= landlock.TRUNCATION, version >= landlock.SIGNALS
    # It leaves open what a file is called, how large it is, and changing whose it is and who may read it.
    if setting.read_only:
        setting.guards.add(FILES)
    return f"version {version}"


def _seccomp(setting: Setting) -> str:
    seccomp.load(may_fork=setting.counts_processes, may_change=setting.read_only or setting.owns_nothing)
    setting.guards.add(NETWORK)
    # With what Landlock leaves open.
    if setting.closed_paths:
        setting.guards.add(FILES)
    if setting.closed_signals:
        setting.guards.add(PROCESSES)
    return "" if setting.counts_processes else "no processes"


LAYERS = (
    Layer("scratch in memory", _scratch_in_memory),
    Layer("scratch folder", _scratch_folder, always=True),
    Layer("own session", _own_session, always=True),
    Layer("memory limit", _memory_limit, always=True),
    Layer("file limit", _file_limit, always=True),
    Layer("processor time", _time_limit, always=True),
    Layer("process limit", _process_limit),
    Layer("dropped user", _dropped_user),
    Layer("no capabilities", _no_capabilities),
    Layer("no new privileges", _no_new_privileges),
    Layer("closed memory", _closed_memory),
    Layer("Landlock", _landlock),
    Layer("seccomp", _seccomp),
)
"""In the order in which they are put on: each takes away what one before it may have needed."""


# --- what may be read ---

PACKAGE = Path(__file__).resolve().parent.parent

_READABLE = (
    *("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/share/zoneinfo", "/usr/share/fonts", "/usr/share/nltk_data"),
    *("/etc/fonts", "/etc/localtime", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/nltk_data"),
    *("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"),
    *("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu"),
)


@functools.cache
def libraries() -> list[str]:
    """Where Python and its packages are. Folders that somebody added to the path by hand are not among them: a
    teacher's own may hold anything."""
    places = [sysconfig.get_path(each) for each in ("stdlib", "platstdlib", "purelib", "platlib")]
    places += [*getattr(site, "getsitepackages", list)(), site.getusersitepackages() if site.ENABLE_USER_SITE else ""]
    places += [sys.base_prefix + "/lib", sys.prefix + "/lib", sys.prefix + "/share", sys.prefix + "/nltk_data"]
    places += [str(Path(sys.prefix, "pyvenv.cfg"))]
    return [str(PACKAGE), *dict.fromkeys(each for each in places if each and os.path.exists(each))]  # noqa: PTH110


@functools.cache
def readable() -> list[str]:
    """All that may be read: what is there, and does not stand inside another of these."""
    paths = [Path(each) for each in (*libraries(), *_READABLE) if os.path.exists(each)]  # noqa: PTH110
    real = dict.fromkeys(each if each.is_relative_to("/proc") else each.resolve() for each in paths)
    return [str(each) for each in real if not any(other in each.parents for other in real)]
