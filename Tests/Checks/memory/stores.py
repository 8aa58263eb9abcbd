#!/usr/bin/env python3
"""Puts one fault at a time into a copy of the package, and checks that the check finds it.

Each fault leaves an atomic store alone, where the library publishes a reference, or unlocks a lock that guards a
reference. README.md says why that is wrong. The faults are for x86-64: elsewhere the lock has no fence.

usage: Tests/Checks/memory/run.sh --stores
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("stores: needs Python 3.11 or later")

import pathlib
import re
import shutil
import subprocess

CHECK = pathlib.Path(__file__).resolve().parent
ROOT = CHECK.parent.parent.parent
COPY = ROOT / ".build-memory-stores"

# The file in Sources/Airwave, its text, and the text of the fault.
FAULTS = {
    "LockWord: unlocks by a store without a fence": (
        "Core/LockWord.swift",
        "    atomicMemoryFence(ordering: .releasing)\n",
        "",
    ),
    "Disposable: publishes whom to tell by a store": (
        "Pair/Ending.swift",
        "_ = self.upstream.exchange(address, ordering: .acquiringAndReleasing)",
        "self.upstream.store(address, ordering: .releasing)",
    ),
}


def copy_package():
    """Copies the sources, and keeps the objects of earlier builds."""
    COPY.mkdir(exist_ok=True)
    shutil.copy2(ROOT / "Package.swift", COPY)
    for folder in ("Sources", "Tests"):
        shutil.rmtree(COPY / folder, ignore_errors=True)
        shutil.copytree(ROOT / folder, COPY / folder)


def put(file, old, new):
    path = COPY / "Sources/Airwave" / file
    text = path.read_text()
    if text.count(old) != 1:
        sys.exit(f"stores: {file} has this {text.count(old)} times, not once: {old}")
    path.write_text(text.replace(old, new))


missed = []
for name, fault in FAULTS.items():
    print(f"stores: {name}", flush=True)
    copy_package()
    put(*fault)
    result = subprocess.run([COPY / "Tests/Checks/memory/run.sh"], stdout=subprocess.PIPE, text=True)
    if result.returncode not in (0, 1):
        sys.exit(f"stores: the copy in {COPY} does not build\n{result.stdout}")
    scenarios = re.findall(r"^  (.+)$", result.stdout.partition(" failures\n")[2], re.MULTILINE)
    print(f"  found by {', '.join(scenarios) or 'no scenario'}", flush=True)
    if not scenarios:
        missed.append(name)
if missed:
    sys.exit("stores: not found: " + "; ".join(missed))
