#!/usr/bin/env python3
"""Checks that tests start processes only where the system has them.

Swift Testing has no exit tests, and Foundation no `Process`, on iOS, tvOS, watchOS and visionOS. A file that uses one of
them outside of `#if os(Linux) || os(macOS)` does not compile there. The trait NATS counts as such a condition, because
its C client is a package of these two systems. Builds nothing.

usage: Tests/Checks/platforms/exits.py [FILE...]        checks all tests, or these files
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("exits: needs Python 3.11 or later")

import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[3]
USE = re.compile(r"\bprocessExitsWith\b|\bProcess\b")
BRANCH = re.compile(r"\s*#(if|elseif|else|endif)\b(.*)")
SYSTEM = r"os\((?:Linux|macOS)\)"
# Conditions that are joined with `&&`, one of which is enough.
ENOUGH = re.compile(rf"\(?{SYSTEM}(?:\s*\|\|\s*{SYSTEM})*\)?|NATS")


def uses(text):
    """Yields the numbers of the lines that start a process without a condition."""
    branches = []
    for number, line in enumerate(text.splitlines(), 1):
        if branch := BRANCH.match(line):
            if branch[1] != "if":
                branches.pop()
            if branch[1] != "endif":
                branches.append(any(ENOUGH.fullmatch(part.strip()) for part in branch[2].split("&&")))
        elif not any(branches) and USE.search(re.sub(r"//.*|`Process`", "", line)):
            yield number


def main():
    files = [pathlib.Path(name).resolve() for name in sys.argv[1:]]
    if not files:
        checks = ROOT / "Tests" / "Checks"
        files = sorted(path for path in (ROOT / "Tests").rglob("*.swift") if checks not in path.parents)
    found = []
    for path in files:
        try:
            found += [f"{os.path.relpath(path, ROOT)}:{number}" for number in uses(path.read_text())]
        except OSError as error:
            sys.exit(f"exits: {error}")
    if found:
        sys.exit("\n".join(found) + "\nexits: a process is started outside of '#if os(Linux) || os(macOS)'")
    print(f"exits: {len(files)} files start processes only on Linux and macOS")


main()
