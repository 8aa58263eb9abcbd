#!/usr/bin/env python3
"""Lists the lines of the library that a compiler on Linux leaves out, and the stand-in that covers each.

usage: Tests/Checks/stand-ins/lines.py [--all]      (one line for each stretch of lines; with --all, the lines themselves, too)

Fails if a condition that only Apple's compilers meet is none of those that are known here.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("lines: needs Python 3.11 or later")

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
# What a condition may consist of: whether it holds on Linux, and what covers the lines that are compiled elsewhere.
KNOWN = {
    "canImport(UIKit)": (False, "UIKit"),
    "canImport(AppKit)": (False, "AppKit"),
    "canImport(WatchKit)": (False, "WatchKit"),
    "canImport(ObjectiveC)": (False, "ObjectiveC"),
    "canImport(SwiftUI)": (False, "SwiftUI"),
    "canImport(Combine)": (False, "Combine"),
    "canImport(Darwin)": (False, "Darwin"),
    "canImport(CDispatch)": (True, "Darwin"),
    "canImport(Glibc)": (True, None),
    "canImport(Musl)": (False, None),
    "canImport(Android)": (False, None),
    "canImport(Testing)": (True, None),
    "canImport(XCTest)": (True, None),
    "compiler(>=6.3)": (True, None),
    "OpenCombine": (False, None),
    "NATS": (True, None),
    "Inspector": (True, None),
    "DEBUG": (True, None),
    "os(Linux)": (True, "Darwin"),
    "os(Android)": (False, None),
    "os(watchOS)": (False, None),
    "os(tvOS)": (False, None),
    "arch(x86_64)": (True, None),
    "compiler(<6.3)": (False, None),
    "hasAttribute(nonexhaustive)": (True, None),
    "targetEnvironment(macCatalyst)": (False, None),
}
# Not Apple's alone: other C libraries, and builds without a trait, which a compiler on Linux sees, too.
ELSEWHERE = ("canImport(Musl)", "canImport(Android)", "!Inspector")
ATOM = re.compile(r"[A-Za-z]+\([\w<>=.]+\)|[A-Za-z]\w*")


def holds(condition, place):
    """Whether a condition holds on Linux, and the stand-ins that it asks for."""
    atoms = ATOM.findall(condition)
    for atom in atoms:
        if atom not in KNOWN:
            sys.exit(f"lines: {place}: the condition '{atom}' is not known")
    python = ATOM.sub(lambda found: str(KNOWN[found[0]][0]), condition)
    python = python.replace("&&", " and ").replace("||", " or ").replace("!", " not ")
    return eval(python), [KNOWN[atom][1] for atom in atoms if KNOWN[atom][1]]


def hidden(path):
    """The numbers of the lines that a compiler on Linux leaves out, each with what covers it."""
    open_conditions = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        text = line.strip()
        place = f"{path.relative_to(ROOT)}:{number}"
        if text.startswith("#if "):
            value, cover = holds(text[4:], place)
            # Whether the branch holds, whether one before it did, the stand-ins of all, and whether the branch is
            # Apple's.
            open_conditions.append([value, value, cover, not any(text[4:] == each for each in ELSEWHERE)])
        elif text.startswith("#elseif "):
            value, cover = holds(text[8:], place)
            current = open_conditions[-1]
            current[0] = value and not current[1]
            current[1] = current[1] or value
            current[2] = current[2] + cover
            current[3] = not any(text[8:] == each for each in ELSEWHERE)
        elif text == "#else":
            current = open_conditions[-1]
            # Without a trait, a compiler on Linux sees what stands behind the `#else` of the trait.
            current[0], current[3] = not current[1], bool(current[2])
        elif text == "#endif":
            open_conditions.pop()
        elif text and not text.startswith("//") and not all(each[0] for each in open_conditions):
            if all(each[0] or each[3] for each in open_conditions):
                covers = {cover for each in open_conditions if not each[0] for cover in each[2]}
                if not covers:
                    sys.exit(f"lines: {place}: no stand-in covers it")
                yield number, line, "+".join(sorted(covers))


def main():
    if sys.argv[1:] not in ([], ["--all"]):
        sys.exit(__doc__)
    total = 0
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        stretches = []
        for number, line, cover in hidden(path):
            total += 1
            if stretches and stretches[-1][1] >= number - 3 and stretches[-1][2] == cover:
                stretches[-1][1] = number
                stretches[-1][3].append(line)
            else:
                stretches.append([number, number, cover, [line]])
        for first, last, cover, lines in stretches:
            print(f"{path.relative_to(ROOT)}:{first}-{last}: {cover}")
            if sys.argv[1:]:
                print("\n".join(lines))
    print(f"lines: {total} lines, each covered by a stand-in")


try:
    main()
except OSError as error:
    sys.exit(f"lines: {error}")
