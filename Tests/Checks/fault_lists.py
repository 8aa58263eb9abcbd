"""What the checks share that put the faults of a list into a copy of the library, one at a time:
`interleavings/faults.py` and `nats/chaos/run.py --faults`.
"""

import pathlib
import sys

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources"


class Misfit(SystemExit):
    """A fault does not fit the sources. Ends the program with its text, unless it is caught."""


def replaced(name, file, text, old, new):
    """Returns the text of a file with a fault. Raises `Misfit` if what the fault replaces is not there once."""
    count = text.count(old)
    if count != 1:
        raise Misfit(f"{name}: what it replaces in {file} is there {count} times, not once: {old!r}")
    return text.replace(old, new)


def in_part(faults, part):
    """Returns every Nth fault, beginning with the Kth, for the part 'K/N', and all faults for the part ''."""
    if not part:
        return faults
    words = part.split("/")
    if len(words) != 2 or not all(word.isdecimal() for word in words) or not 1 <= int(words[0]) <= int(words[1]):
        sys.exit(f"'{part}' is not a part such as 3/8")
    return faults[int(words[0]) - 1 :: int(words[1])]


def report(name, seconds, result):
    """Prints how a fault was noticed, and when."""
    print(f"{seconds:5.0f} s  {name}: {result}", flush=True)
