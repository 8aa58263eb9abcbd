#!/usr/bin/env python3
"""Lists the lines of the library that the tests do not reach, or reach only in part.

The compiler counts regions of a line separately, such as the body of a one-line `if`. A line is reached if all of its
regions were run.

usage: Tests/Checks/coverage/run.py [REPORT]      (without a report, it runs the tests to get one, in .build-coverage)
       Tests/Checks/coverage/run.py REPORT FOLDER ...      (some folders of Sources)
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("coverage: needs Python 3.11 or later")

import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
# The modules that need no trait.
MODULES = [line for line in (ROOT / "Tests/Checks/modules").read_text().splitlines() if line.isalpha()]
TESTS = ["swift", "test", "--package-path", str(ROOT), "--scratch-path", str(ROOT / ".build-coverage")]
# Atomic counters, because threads would lose counts of other counters.
ATOMIC = ["-Xswiftc", "-Xllvm", "-Xswiftc", "-instrprof-atomic-counter-update-all"]


def unreached(segments):
    """Returns the numbers of the lines with a region that was never run."""
    lines = set()
    for (line, column, count, has_count, _, is_gap), following in zip(segments, segments[1:]):
        if not has_count or is_gap or count > 0:
            continue
        # A region that ends in the first column of a line contains nothing of that line.
        end = following[0] if following[1] > 1 else following[0] - 1
        lines.update(range(line, end + 1))
    return lines


def report(path):
    """Returns the counted lines of each file, and the lines of them that were not reached."""
    contents = json.loads(path.read_text())
    if not isinstance(contents, dict) or contents.get("type") != "llvm.coverage.json.export":
        sys.exit(f"coverage: {path} is no report of llvm-cov")
    for file in contents["data"][0]["files"]:
        source = pathlib.Path(file["filename"])
        if source.is_relative_to(ROOT / "Sources") and source.relative_to(ROOT / "Sources").parts[0] in MODULES:
            text = source.read_text().splitlines()
            missing = [text[number - 1].strip() for number in sorted(unreached(file["segments"]))]
            name = source.relative_to(ROOT / "Sources").as_posix()
            # A line with only a brace is not counted.
            yield name, file["summary"]["lines"]["count"], [line for line in missing if line.strip("{}() ")]


def run_tests():
    """Runs all suites but those named Stress, and returns the path of the report. Stress reaches more only by races."""
    command = [*TESTS, "--enable-code-coverage", *ATOMIC, "--skip", "Stress"]
    tests = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if tests.returncode != 0:
        sys.exit(f"{tests.stdout}\ncoverage: the tests failed")
    path = subprocess.run([*TESTS, "--show-codecov-path"], capture_output=True, text=True, check=True)
    return path.stdout.strip()


def main():
    folders = tuple(folder + "/" for folder in sys.argv[2:]) or ("",)
    path = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else run_tests())
    count, found = 0, set()
    for name, lines, missing in report(path):
        if not name.startswith(folders):
            continue
        count += lines
        found.update((name, line) for line in missing)
    for name, line in sorted(found):
        print(f"{name}: {line}")
    print(f"{count} lines, {len(found)} not reached or reached in part")
    sys.exit(count == 0)


try:
    main()
except (OSError, ValueError, subprocess.SubprocessError) as error:
    sys.exit(f"coverage: {error}")
