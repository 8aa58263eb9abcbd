#!/usr/bin/env python3
"""Shows what many cores share: traces the cache lines of broadcasts, and counts their atomic instructions.

Fails if the broadcasts of two pairs access a cache line that one of them writes, or if an operation takes more atomic
instructions than the table below. The instructions are those of x86-64.

usage: Tests/Checks/cores/run.py PROGRAM      (such as Benchmarks/.build/release/cores)
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("cores: needs Python 3.11 or later")

import collections
import pathlib
import platform
import shutil
import subprocess
import tempfile

sys.dont_write_bytecode = True
from accesses import traced

# The most atomic instructions of an operation: its name, its name here, and the number.
MOST_ATOMICS = [
    ("broadcast, listeners: 0", "broadcast, 0 listeners", 0),
    ("broadcast, listeners: 1", "broadcast, 1 listener", 2),
    ("broadcast, listeners: 10", "broadcast, 10 listeners", 2),
    ("broadcast, warm(upTo: 1)", "broadcast, warm(upTo: 1)", 3),
    ("push", "push of a value", 5),
    ("deliver 10", "delivery of 10 pushed values", 14),
    ("deliver 20", "delivery of 20 pushed values", 24),
    ("floors", "the floor", 4),
]
# The objects that fit on a line.
MOST_NEIGHBORS = 4


def sharing(operations):
    """Returns the number of operations that write a line which another one accesses, and the largest number of operations
    that access a line which one of them writes."""
    users = collections.Counter(line for operation in operations for line in operation.lines)
    most = [max(users[line] for line in operation.written) for operation in operations]
    return sum(number > 1 for number in most), max(most)


def check_sharing(traces):
    for name in ("pairs", "warm pairs", "variables", "floors"):
        operations = traces[name]
        sharers, most = sharing(operations)
        written = max(len(operation.written) for operation in operations)
        print(
            f"{len(operations)} {name} side by side: each writes up to {written} lines; "
            f"{sharers} write a line that another accesses"
        )
        if name == "pairs" and sharers > 0:
            sys.exit("cores: a broadcast writes a line that the broadcast of another pair accesses")
        # Neighbors that the allocator puts on one line are few.
        if most > MOST_NEIGHBORS:
            sys.exit(f"cores: {most} of the {name} access a line that one of them writes")


def check_atomics(traces):
    for operation, name, most in MOST_ATOMICS:
        counted = len(traces[operation][0].atomics)
        print(f"{name}: {counted} atomic instructions of {traces[operation][0].instructions}")
        if counted > most:
            sys.exit(f"cores: {name} takes {counted} atomic instructions, not {most}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not shutil.which("valgrind"):
        sys.exit("cores: valgrind is missing")
    if platform.machine() != "x86_64":
        sys.exit(print("cores: nothing is counted, because this is not x86-64"))
    with tempfile.TemporaryDirectory() as folder:
        # The valgrind of Debian 12 cannot read the debug information that the compiler of C++ writes.
        program = str(pathlib.Path(folder) / "cores")
        subprocess.run(["strip", "--strip-debug", "-o", program, sys.argv[1]], check=True, capture_output=True)
        traces = traced(program)
    check_sharing(traces)
    check_atomics(traces)


try:
    main()
except (OSError, ValueError, IndexError, subprocess.SubprocessError) as error:
    sys.exit(f"cores: {error}")
