"""seccomp: system calls that nobody needs who solves an exercise, and that are refused from here on.

The program is a list of numbers for the kernel's little machine (BPF), built once and loaded in a fraction of a
millisecond. It refuses; it never kills, so that a notebook which tries loses that cell alone.
"""

import ctypes
import errno
import functools
import os
import platform

from ragedu.grading.linux import libc

# Each with its number on x86_64 and on aarch64; -1 where there is no such call.
_REFUSED: dict[str, tuple[int, int]] = {
    # the network; socketpair stays, event loops need it
    "socket": (41, 198),
    "connect": (42, 203),
    "accept": (43, 202),
    "accept4": (288, 242),
    "bind": (49, 200),
    "listen": (50, 201),
    # other programs, and other processes' memory
    "execve": (59, 221),
    "execveat": (322, 281),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    # other processes' turn and place; prlimit stays for oneself, see below
    "setpriority": (141, 140),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "sched_setattr": (314, 274),
    "sched_setaffinity": (203, 122),
    "ioprio_set": (251, 30),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    # what happens in folders that can't be read
    "inotify_init": (253, -1),
    "inotify_init1": (294, 26),
    "fanotify_init": (300, 262),
    # namespaces and file systems
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "quotactl": (179, 60),
    # who one is
    "setuid": (105, 146),
    "setgid": (106, 144),
    "setreuid": (113, 145),
    "setregid": (114, 143),
    "setresuid": (117, 147),
    "setresgid": (119, 149),
    "setgroups": (116, 159),
    "setfsuid": (122, 151),
    "setfsgid": (123, 152),
    "capset": (126, 91),
    # memory that no limit counts
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    # doors into the kernel
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "personality": (135, 92),
    "syslog": (103, 116),
    "acct": (163, 89),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "iopl": (172, -1),
    "ioperm": (173, -1),
    "modify_ldt": (154, -1),
}
# What a file is rather than what is in it: Landlock lets everybody change that of whatever is his user's. These do
# nothing and say that they did, for `shutil.copy` would fail for an honest notebook in its own folder.
_IN_VAIN: dict[str, tuple[int, int]] = {
    "chmod": (90, -1),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, -1),
    "fchown": (93, 55),
    "lchown": (94, -1),
    "fchownat": (260, 54),
    "utime": (132, -1),
    "utimes": (235, -1),
    "futimesat": (261, -1),
    "utimensat": (280, 88),
}
# And these are refused, which whoever copies a file expects of them.
_CHANGING: dict[str, tuple[int, int]] = {
    "truncate": (76, 45),  # before its third version, Landlock lets that be done too
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "setxattrat": (463, 463),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "removexattrat": (466, 466),
    "file_setattr": (469, 469),
}
_CLONE, _CLONE3, _VFORK, _PRLIMIT = (56, 220), 435, (58, -1), (302, 261)
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
_X32 = 0x40000000  # x86_64 has every call a second time, under numbers from here on

# The kernel tries a program with every number there is when it is loaded, so that a way through it should be short.
_GROUP = 9

_NEW_NAMESPACES = 0x7E020080
_THREAD = 0x00010000

# Instructions: load a word, jump on equal, on greater or equal, on any common bit, return.
_LOAD, _EQUAL, _AT_LEAST, _COMMON, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _MACHINE, _FIRST_ARGUMENT = 0, 4, 16
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000

_PR_SET_SECCOMP, _FILTER = 22, 2


class _Instruction(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint16), ("yes", ctypes.c_uint8), ("no", ctypes.c_uint8), ("value", ctypes.c_uint32))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("start", ctypes.POINTER(_Instruction)))


def load(may_fork: bool, may_change: bool) -> None:
    """Refuse these calls from here on; OSError when it can't be done. Needs no_new_privs.

    may_fork    whether the process may make others: only where their number is limited otherwise
    may_change  whether it may change files' modes, owners and times: only where all but its own are read-only
    """
    libc("prctl", _PR_SET_SECCOMP, _FILTER, ctypes.byref(_program(may_fork, may_change)), 0, 0)


@functools.cache
def _program(may_fork: bool, may_change: bool) -> _Program:
    instructions = _instructions(may_fork, may_change)
    array = (_Instruction * len(instructions))(*[_Instruction(*each) for each in instructions])
    return _Program(len(instructions), array)


def _instructions(may_fork: bool, may_change: bool) -> list[tuple[int, int, int, int]]:
    if platform.machine() not in _MACHINES:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    place, machine = _MACHINES[platform.machine()]
    refuse = (_RETURN, 0, 0, _ERROR | errno.EPERM)
    program = [(_LOAD, 0, 0, _MACHINE), (_EQUAL, 1, 0, machine), refuse, (_LOAD, 0, 0, _NUMBER)]
    program += [(_AT_LEAST, 0, 1, _X32), refuse]
    # Where clone3 is not there, the C library takes clone, whose flags can be seen. Refused, threads would break.
    program += [(_EQUAL, 0, 1, _CLONE3), (_RETURN, 0, 0, _ERROR | errno.ENOSYS)]
    program += [(_EQUAL, 0, 4, _CLONE[place]), (_LOAD, 0, 0, _FIRST_ARGUMENT)]
    program += [(_COMMON, 0, 1, _NEW_NAMESPACES), refuse] if may_fork else [(_COMMON, 1, 0, _THREAD), refuse]
    program += [(_RETURN, 0, 0, _ALLOW)]
    # One's own limits (process 0) may be asked for and lowered, nobody else's.
    program += [(_EQUAL, 0, 4, _PRLIMIT[place]), (_LOAD, 0, 0, _FIRST_ARGUMENT), (_EQUAL, 1, 0, 0), refuse]
    program += [(_RETURN, 0, 0, _ALLOW)]
    answers = dict.fromkeys([each[place] for each in (*_REFUSED.values(), _VFORK)], refuse)
    if not may_change:
        answers.update((each[place], refuse) for each in _CHANGING.values())
        answers.update((each[place], (_RETURN, 0, 0, _ERROR)) for each in _IN_VAIN.values())
    numbers = sorted(each for each in answers if each >= 0)
    groups = [numbers[start : start + _GROUP] for start in range(0, len(numbers), _GROUP)]
    for each, following in zip(groups, [*groups[1:], [_X32]], strict=True):
        # Whoever is beyond this group goes past it; whoever is in it and refused by none is allowed.
        program += [(_AT_LEAST, 2 * len(each) + 1, 0, following[0])]
        program += [instruction for number in each for instruction in ((_EQUAL, 0, 1, number), answers[number])]
        program += [(_RETURN, 0, 0, _ALLOW)]
    return [*program, (_RETURN, 0, 0, _ALLOW)]
