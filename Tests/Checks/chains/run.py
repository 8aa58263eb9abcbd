#!/usr/bin/env python3
"""Fails if the compiler needs too many steps to type-check one of the chains in chains.swift, or refuses one.

usage: Tests/Checks/chains/run.py BUILD_DIRECTORY      (such as .build/debug, after `swift build`)
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("chains: needs Python 3.11 or later")

import pathlib
import re
import subprocess

CHAINS = pathlib.Path(__file__).resolve().parent / "chains.swift"
# Scopes of the constraint solver for one expression: what it tries. A count, and not time, so that each machine decides
# alike. The chains need 16,000 at most. 50,000 take a third of a second, and the compiler's own limit is a million.
LIMIT = 50_000


def errors(build, limit):
    """Returns what the compiler refuses, if it may try as much."""
    command = ["swiftc", "-typecheck", "-swift-version", "6", "-I", str(build / "Modules"), str(CHAINS)]
    command += ["-Xfrontend", f"-solver-scope-threshold={limit}"]
    done = subprocess.run(command, capture_output=True, text=True)
    found = sorted(set(re.findall(r"^/.+?:\d+:\d+: error: .+$", done.stderr, re.MULTILINE)))
    if done.returncode and not found:
        sys.exit(f"chains: the compiler fails\n{done.stderr}")
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1])
    if not (build / "Modules").is_dir():
        sys.exit(f"chains: nothing is built in {build}: run swift build first")
    refused = errors(build, LIMIT)
    for error in refused:
        print(error, file=sys.stderr)
    # A small limit shows that the compiler counts.
    if not errors(build, 1_000):
        sys.exit("chains: the compiler counts nothing")
    print(f"chains: {len(refused)} need more than {LIMIT:,} scopes of the solver, or are refused")
    sys.exit(1 if refused else 0)


try:
    main()
except OSError as error:
    sys.exit(f"chains: {error}")
