#!/usr/bin/env python3
"""Puts one fault at a time into a copy of the library, and checks that the search finds it.

usage: Tests/Checks/interleavings/faults.py [--check] [--part K/N] [--only TEXT] [WORD ...]

`--check` lists the faults that no longer fit the sources: the text that a fault replaces must be there once. It tries
none. With words, only the faults with one of them in their name are tried. `--part` tries every Nth of them, beginning
with the Kth. `--only` searches only the scenarios with TEXT in their name, and may be repeated. Prints when each fault
was found, and how many executions of which scenario it took. Exits with 1 if a fault is not found, or does not fit.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("faults: needs Python 3.11 or later")

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

# The module of both lists of faults, without a compiled copy beside it.
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
sys.dont_write_bytecode = True
import fault_lists
from fault_lists import SOURCES, Misfit

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
START = time.monotonic()
BUILDS = ROOT / ".build-interleavings"
# Of the search of a scenario: a fault is found in few, and what needs more without a fault is left out.
MOST_EXECUTIONS = 1_000_000
FILES = {}
for path in sorted((SOURCES / "Airwave").rglob("*.swift")):
    FILES.setdefault(path.stem, []).append(path)


class Fault:
    def __init__(self, paragraph):
        lines = paragraph.splitlines()
        self.name, self.options, self.edits = lines[0], [], []
        for line in lines[1:]:
            if line.startswith("-"):
                self.options = line.split()
            elif line.startswith("+"):
                if not self.edits:
                    raise Misfit(f"{self.name}: it replaces nothing")
                file, old, _ = self.edits[-1]
                self.edits[-1] = (file, old, line[2:])
            else:
                file, separator, old = line.partition(": ")
                if not separator:
                    raise Misfit(f"{self.name}: no 'File: text' in the line {line!r}")
                # A slash before two spaces is the end of a line.
                self.edits.append((file, re.sub(r"/(?=  )", "\n", old), ""))

    def sources(self):
        """Returns the changed text of each file. Raises `Misfit` if the fault does not fit the sources."""
        changed = {}
        for file, old, new in self.edits:
            if len(FILES.get(file, [])) != 1:
                raise Misfit(f"{self.name}: there are {len(FILES.get(file, []))} files named {file}.swift, not one")
            path = FILES[file][0]
            text = changed[path] if path in changed else path.read_text()
            changed[path] = fault_lists.replaced(self.name, path.name, text, old, new)
        return changed


def faults(words):
    """Returns the faults with one of the words in their name, and what is wrong with those that do not fit."""
    text = re.sub(r"(?m)^#.*\n", "", (HERE / "faults.list").read_text())
    fitting, misfits = [], []
    for paragraph in re.split(r"\n{2,}", text.strip()):
        name = paragraph.splitlines()[0]
        if words and not any(word in name for word in words):
            continue
        try:
            fault = Fault(paragraph)
            fault.sources()
            fitting.append(fault)
        except Misfit as misfit:
            misfits.append(str(misfit))
    return fitting, misfits


def run(command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace", **options)


def build(level, sources=SOURCES, program=None):
    program = program or BUILDS / f"scenarios{level}"
    done = run([HERE / "build.sh", sources, HERE / "Scenarios", level, program])
    if done.returncode:
        sys.exit(f"the build failed:\n{done.stdout}{done.stderr}")
    return program


def build_optimized(fault, folder):
    """Builds a copy of the module."""
    shutil.copytree(SOURCES / "Airwave", folder / "Airwave", ignore=shutil.ignore_patterns("*.docc"))
    for path, text in fault.sources().items():
        (folder / path.relative_to(SOURCES)).write_text(text)
    return build("-O", folder, folder / "program")


def build_changed(fault, folder):
    """Compiles the changed files, and links the program with them. No other object contains their code."""
    objects = BUILDS / "scenarios-Onone.build"
    flags = [flag for flag in (objects / "flags").read_text().splitlines() if flag != "-Xfrontend"]
    changed = fault.sources()
    for path, text in changed.items():
        (folder / path.name).write_text(text)
    paths = sorted(path for paths in FILES.values() for path in paths)
    inputs = [folder / path.name if path in changed else path for path in paths]
    replaced = {}
    for path in changed:
        source, output = folder / path.name, folder / (path.stem + ".o")
        others = [other for other in inputs if other != source]
        done = run(["swiftc", "-frontend", "-c", *others, "-primary-file", source, *flags, "-module-name", "Airwave",
                    "-o", output])
        if done.returncode:
            raise ValueError(f"does not compile:\n{done.stderr}")
        replaced[output.name] = output
    linked = [replaced.get(path.name, path) if path.parent.name == "Airwave" else path for path in objects.rglob("*.o")]
    program = folder / "program"
    done = run([HERE / "link.sh", program, *linked])
    if done.returncode:
        raise ValueError(f"does not link:\n{done.stderr}")
    return program


def scenarios(program, words):
    """Returns the scenarios that find nothing in the sources as they are: the short ones, then the long ones."""
    done = run([program, *words, "--jobs", os.cpu_count(), "--executions", MOST_EXECUTIONS, "--no-releases"])
    clean = [line for line in done.stdout.splitlines() if line.startswith("clean") and "s  litmus" not in line]
    for line in done.stdout.splitlines():
        if line.startswith(("FAULT", "INCOMPLETE")):
            print(f"left out: {line}", flush=True)
    short, long = [], []
    for line in clean:
        (short if int(line.split()[1]) < 10_000 else long).append("=" + line.split(" s  ", 1)[1])
    return [names for names in (short, long) if names]


def search(fault, clean):
    """Returns how and where the search finds a fault, None if nothing, or '' if it is not complete then. Raises
    `ValueError` if the fault does not compile."""
    code = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = build_optimized(fault, folder) if "-O" in fault.options else build_changed(fault, folder)
        for names in clean:
            releases = [] if "-O" in fault.options else ["--no-releases"]
            done = run([program, *names, "--first", "--executions", MOST_EXECUTIONS, *releases])
            lines = done.stdout.splitlines()
            for line, reason in zip(lines, lines[1:]):
                if line.startswith("FAULT"):
                    return f"{reason.strip()}\n    in {line[7:]}"
            code = code or done.returncode
    return "" if code else None


def judge(fault, clean):
    try:
        found = search(fault, clean)
    except ValueError as error:
        print(f"*** {fault.name}\n    {error}", flush=True)
        return False
    is_right = found is None if "clean" in fault.options else bool(found)
    name = fault.name if is_right else f"*** {fault.name}"
    fault_lists.report(name, time.monotonic() - START, f"\n    {found or 'clean'}")
    return is_right


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--part", default="")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    known, misfits = faults(options.words)
    for misfit in misfits:
        print(f"*** {misfit}", file=sys.stderr)
    if options.check:
        print(f"{len(known)} faults fit the sources, {len(misfits)} do not")
        return 1 if misfits else 0
    known = fault_lists.in_part(known, options.part)
    clean = scenarios(build("-Onone"), options.only)
    if not clean:
        sys.exit("no scenario with this text in its name is clean")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda fault: judge(fault, clean), known))
    print(f"{results.count(True)} of {len(results)} as expected")
    return 0 if all(results) and not misfits else 1


if __name__ == "__main__":
    sys.exit(main())
