"""Which processes a grader has started."""

import time
from pathlib import Path


def running(nursery):
    """The process ids of everything that a nursery started, but for its zygote and the next child, which waits."""
    found = set()
    for each in Path("/proc").iterdir():
        if each.name.isdigit():
            try:
                environment = (each / "environ").read_bytes()
            except OSError:
                continue
            if nursery.mark.encode() in environment:
                found.add(int(each.name))
    return found - zygotes(nursery) - waiting(nursery)


def waiting(nursery):
    """The child that was asked for ahead."""
    if not nursery.coming or nursery.method == "spawn":
        return set()
    nursery.coming.child.arrive()
    lines = Path(f"/proc/self/fdinfo/{nursery.coming.child.pidfd}").read_text().splitlines()
    return {int(each.partition(":")[2]) for each in lines if each.startswith("Pid:")}


def left_running(nursery, seconds=2.0):
    """What still runs when a child that was not waited for has had so long to go."""
    last = time.monotonic() + seconds
    while (left := running(nursery)) and time.monotonic() < last:
        time.sleep(0.005)
    return left


def zygotes(nursery):
    """The zygote's process, and the one that it goes on in where it has process numbers of its own."""
    if not nursery.zygote or nursery.zygote.process.poll() is not None:
        return set()
    outer = nursery.zygote.process.pid
    inner = Path(f"/proc/{outer}/task/{outer}/children").read_text().split()
    try:
        own_numbers = inner and Path(f"/proc/{inner[0]}/ns/pid").readlink() != Path("/proc/self/ns/pid").readlink()
    except OSError:  # a child that has gone meanwhile
        own_numbers = False
    return {outer, int(inner[0])} if own_numbers else {outer}
