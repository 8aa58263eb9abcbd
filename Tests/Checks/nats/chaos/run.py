#!/usr/bin/env python3
"""Breaks three servers and eight processes of Airwave, and asks another client what they must have heard.

usage: Tests/Checks/nats/chaos/run.py [--seconds N] [--seed N] [--majority] [--keep]
       Tests/Checks/nats/chaos/run.py --faults [WORD ...]      puts each fault of faults.toml into a copy of the library,
                                                               and looks that the check finds it
       Tests/Checks/nats/chaos/run.py --check                  looks only whether the faults fit the sources
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("chaos: needs Python 3.11 or later")

import argparse
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[3]
sys.path[:0] = [str(HERE), str(ROOT / "Tests" / "Checks")]
sys.dont_write_bytecode = True
import fault_lists
from storm import Storm


def build(library, scratch):
    """Builds `party` with a copy of the library. Returns its path, or what the compiler says."""
    command = ["swift", "build", "-c", "release", "--package-path", HERE / "party", "--scratch-path", scratch]
    environment = os.environ | {"AIRWAVE": str(library)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"chaos: the build failed:\n{done.stdout}{done.stderr}")
    return scratch / "release" / "party"


def storm(party, seconds, seed, majority=False, keep=False):
    """Returns the faults that were found."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="airwave-chaos-"))
    try:
        tried = Storm(party, folder, seed, majority)
        sentence = tried.run(seconds)
        if sentence:
            print(sentence, flush=True)
        return tried.faults
    finally:
        if keep:
            print(f"logs: {folder}")
        else:
            shutil.rmtree(folder)


def faults():
    found = tomllib.loads((HERE / "faults.toml").read_text())["fault"]
    for fault in found:
        changed(fault)
    return found


def changed(fault):
    """Returns the text of the file with the fault."""
    path = fault_lists.SOURCES / fault["file"]
    return fault_lists.replaced(fault["name"], fault["file"], path.read_text(), fault["old"], fault["new"])


def prove(words, seconds, seed):
    """Puts one fault at a time into a copy of the library. Returns whether each was found."""
    scratch = ROOT / ".build-chaos-faults"
    library = scratch / "Airwave"
    start, are_found = time.monotonic(), True
    for fault in faults():
        if words and not any(word in fault["name"] for word in words):
            continue
        for name in ("Sources", "Package.swift", "Tests"):
            synchronize(ROOT / name, library / name)
        (library / "Sources" / fault["file"]).write_text(changed(fault))
        found = storm(build(library, scratch / "build"), seconds, seed)
        are_found = are_found and bool(found)
        fault_lists.report(fault["name"], time.monotonic() - start, found[0] if found else "*** not found")
    return are_found


def synchronize(source, copy):
    """Copies what differs, so that the rest is not compiled again."""
    if source.is_file():
        if not copy.exists() or copy.read_bytes() != source.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
        return
    copy.mkdir(parents=True, exist_ok=True)
    for entry in source.iterdir():
        synchronize(entry, copy / entry.name)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--majority", action="store_true")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--faults", nargs="*")
    options = parser.parse_args()
    if options.check:
        return print(f"{len(faults())} faults fit the sources")
    subprocess.run([HERE.parent / "run.sh", "--install"], check=True)
    if options.faults is not None:
        sys.exit(not prove(options.faults, min(options.seconds, 60), options.seed))
    print(f"chaos: seed {options.seed}, {options.seconds:.0f} s", flush=True)
    found = storm(build(ROOT, ROOT / ".build-chaos"), options.seconds, options.seed, options.majority, options.keep)
    for fault in found:
        print(f"*** {fault}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
