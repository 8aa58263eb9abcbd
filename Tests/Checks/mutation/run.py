#!/usr/bin/env python3
"""Makes small faults in a copy of the sources, one at a time, and lists those that no test notices.

usage: Tests/Checks/mutation/run.py [--count N] [--seed N] [--room] [--list] PATH[:FUNCTION] ...
       Tests/Checks/mutation/run.py --judge interleavings [--only TEXT] [--count N] [--seed N] PATH[:FUNCTION] ...

PATH is a file or a folder of Sources, and FUNCTION the name of a function or a property in it. `--count` tries only so
many faults of all, drawn with `--seed`. `--room` runs only the suites of the room of the file, and not all others
behind them. `--list` only prints the faults. With `--judge interleavings`, no test is run, but the search of the
interleavings, which judges faults of Airwave: all its scenarios, or those with TEXT in their name. Exits with 1 if
nothing could be tried, or if tests fail without a fault.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("mutation: needs Python 3.11 or later")

import argparse
import importlib.util
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import tempfile
import time
import types
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
import faults

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = ROOT / ".build-mutation"
TREE = BUILD / "tree"
SCRATCH = BUILD / "build"
PROGRAM = SCRATCH / "debug/AirwavePackageTests.xctest"
# The tests of a folder of Sources are in the folder of its name, and in those of this table.
ROOMS = {
    "Airwave/Core": ["AirwaveTests/Pair"],
    "Airwave/Chain": ["AirwaveTests/Operators"],
    "Airwave/Names": ["AirwaveTests/Operators"],
    "Airwave/Operators": ["AirwaveTests/Joining", "AirwaveTests/Clocks", "AirwaveTests/Work"],
}
# Those of the whole of a module.
GENERAL = {"Airwave": ["AirwaveTests/Contract"]}
# These suites start the compiler, which does not see the copy.
APART = r"\.(CompilationTests|GuessTests)/"
# The most seconds of a processor that a run of tests may use, at least, and for one of the run without a fault.
LEAST_LIMIT, LIMIT = 1200, 20
# A program that does nothing for so many looks, a second each, waits for ever.
MOST_IDLE = 300


def copy():
    """Makes the copy like the sources. A file that is like them keeps its time, so that it is not compiled anew."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"]
    listed += ["Package.swift", "README.md", "Sources", "Tests"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    wanted = {name for name in names if name and (ROOT / name).is_file()}
    for path in TREE.rglob("*"):
        if path.is_file() and str(path.relative_to(TREE)) not in wanted:
            path.unlink()
    for name in wanted:
        write(TREE / name, (ROOT / name).read_bytes())


def write(path, data):
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def build():
    """Returns what the compiler says if the copy does not compile."""
    command = ["swift", "build", "--build-tests", "--package-path", TREE, "--scratch-path", SCRATCH]
    done = subprocess.run(command, capture_output=True, text=True)
    return (done.stdout + done.stderr) if done.returncode else None


def suites(folders):
    """Returns a pattern for the test runner: the suites in the folders, without those that many threads run at once."""
    names = []
    for folder in folders:
        for path in sorted((TREE / "Tests" / folder).rglob("*.swift")):
            names += re.findall(r"@Suite\b[^\n]*\s(?:@\w+\s)*(?:final )?(?:struct|class|actor|enum) (\w+)", path.read_text())
    return rf"\.({'|'.join(name for name in names if 'Stress' not in name)})/" if names else None


def room(file):
    """Returns the folders with the tests of a file."""
    module, *folders = file.relative_to("Sources").parts[:-1]
    own = [f"{module}Tests/{folders[0]}"] if folders else []
    own += ROOMS.get("/".join([module, *folders[:1]]), []) + GENERAL.get(module, [])
    return [folder for folder in own if (TREE / "Tests" / folder).is_dir()] or [f"{module}Tests"]


class Tests:
    """Runs of the test program. What a run without a fault uses of the processor sets the limit for the others."""

    def __init__(self):
        self.limits = {}

    def run(self, arguments):
        """Returns the first test that fails, or how the program ends otherwise, or None."""
        key = tuple(arguments)
        limit = self.limits.get(key)
        if limit is None:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            found = self.start(arguments, 24 * 3600)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if found:
                sys.exit(f"mutation: without a fault, this fails: {found}")
            self.limits[key] = max(LEAST_LIMIT, LIMIT * round(after.ru_utime - before.ru_utime))
            return None
        return self.start(arguments, limit)

    def start(self, arguments, limit):
        environment = os.environ | {"LLVM_PROFILE_FILE": "/dev/null", "SWIFT_BACKTRACE": "enable=no"}
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(
                [PROGRAM, "--testing-library", "swift-testing", *arguments], env=environment, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)),
            )
            try:
                return self.wait(process, output)
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()

    def wait(self, process, output):
        idle = last = 0
        while True:
            code = process.poll()
            # The process shares the position in the file.
            text = os.pread(output.fileno(), 1 << 26, 0).decode(errors="replace")
            failed = re.search(r"✘ Test (?:case passing .*? to )?(\".*?\"|\w+\(.*?\)) .*?recorded an issue", text)
            if failed:
                return failed[1]
            if code is not None:
                if code == 0 and not re.search(r"with [1-9]\d* tests? ", text):
                    sys.exit(f"mutation: no test has run:\n{text}")
                return None if code == 0 else f"an end by signal {-code}" if code < 0 else f"exit status {code}"
            # The clock of the processor for this process, as `clock_getcpuclockid` names it.
            used = time.clock_gettime(~process.pid << 3 | 2)
            idle, last = (idle + 1 if used - last < 0.001 else 0), used
            if idle > MOST_IDLE:
                return "an end that does not come"
            time.sleep(1)


def places(arguments):
    """Returns the file and the range of each fault that is asked for."""
    found = []
    for argument in arguments:
        name, _, function = argument.partition(":")
        path = (ROOT / name).resolve()
        # What a script writes has its faults in the script.
        files = sorted(file for file in path.rglob("*.swift") if file.parent.name != "Arities") if path.is_dir() else [path]
        for file in files:
            text = file.read_text()
            parts = faults.ranges(text, function) if function else [(0, len(text))]
            for fault in faults.candidates(text):
                if any(start <= fault.start and fault.end <= end for start, end in parts):
                    found.append((file.relative_to(ROOT), fault))
    if not found:
        sys.exit("mutation: there is nothing here that a fault could change")
    return found


def sentence(file, fault, text):
    line = text.count("\n", 0, fault.start) + 1
    short = lambda words: " ".join(words.split())[:90] or "nothing"
    return f"{file}:{line}: {fault.kind}: `{short(text[fault.start:fault.end])}` → `{short(fault.new)}`"


def compiled(file):
    return (SCRATCH / f"debug/{file.parts[1]}.build/{file.name}.o").read_bytes()


def judge(file, fault, unchanged, tests, is_room_alone):
    """Returns what notices a fault: None if nothing does."""
    copied, text = TREE / file, (ROOT / file).read_text()
    write(copied, faults.applied(text, fault).encode())
    try:
        # What other systems compile is no fault here.
        if build() or compiled(file) == unchanged:
            return "the compiler"
        own = suites(room(file))
        found = tests.run(["--filter", own]) if own else None
        return found or (None if is_room_alone else tests.run(["--skip", APART, *(["--skip", own] if own else [])]))
    finally:
        write(copied, text.encode())


def tested(found, is_room_alone):
    """Yields what of the tests notices each fault: None if nothing does."""
    copy()
    if errors := build():
        sys.exit(f"mutation: the sources do not build:\n{errors[-3000:]}")
    tests = Tests()
    for own in {suites(room(file)) for file, _ in found}:
        tests.run(["--filter", own]) if own else None
        is_room_alone or tests.run(["--skip", APART, *(["--skip", own] if own else [])])
    unchanged = {file: compiled(file) for file, _ in found}
    for file, fault in found:
        yield judge(file, fault, unchanged[file], tests, is_room_alone)


def searched(found, words):
    """Yields how the search of the interleavings finds each fault, and in which scenario: None if it does not."""
    if any(file.parts[1] != "Airwave" for file, _ in found):
        sys.exit("mutation: the search of the interleavings judges faults of Sources/Airwave alone")
    specification = importlib.util.spec_from_file_location("search", ROOT / "Tests/Checks/interleavings/faults.py")
    specification.loader.exec_module(search := importlib.util.module_from_spec(specification))
    clean = search.scenarios(search.build("-Onone"), words)
    if not clean:
        sys.exit("mutation: no scenario with this text in its name is clean")

    def judged(place):
        file, fault = place
        text = faults.applied((ROOT / file).read_text(), fault)
        try:
            result = search.search(types.SimpleNamespace(options=[], sources=lambda: {ROOT / file: text}), clean)
        except ValueError:
            return "the compiler"
        return "a search that is not complete" if result == "" else result

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(judged, found)


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--room", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--judge", choices=["tests", "interleavings"], default="tests")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("paths", nargs="+")
    options = parser.parse_args()
    found = places(options.paths)
    if options.count is not None and options.count < len(found):
        found = sorted(random.Random(options.seed).sample(found, options.count), key=lambda each: (each[0], each[1].start))
    if options.list:
        return print(*(sentence(file, fault, (ROOT / file).read_text()) for file, fault in found), sep="\n")
    judged = searched(found, options.only) if options.judge == "interleavings" else tested(found, options.room)
    survivors, tried = [], 0
    for (file, fault), noticed in zip(found, judged):
        said = sentence(file, fault, (ROOT / file).read_text())
        tried += noticed != "the compiler"
        survivors += [said] if noticed is None else []
        print(f"{said}: {noticed or '*** nothing'}", flush=True)
    print(f"\nmutation: {tried} faults of {len(found)} compile, {len(survivors)} are noticed by nothing", *survivors, sep="\n")
    sys.exit(0 if tried else 1)


if __name__ == "__main__":
    main()
