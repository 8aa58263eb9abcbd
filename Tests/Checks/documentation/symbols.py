#!/usr/bin/env python3
"""Fails if a public symbol has no comment or no example, or if no page lists it under a heading of an author.

Examples are looked for in the modules that without-example.toml has a table for, which lists the symbols without one.

usage: Tests/Checks/documentation/symbols.py SYMBOL_GRAPHS CATALOGUE_OUTPUT      (see run.sh)
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("symbols: needs Python 3.11 or later")

import fnmatch
import json
import pathlib
import tomllib

if len(sys.argv) != 3:
    sys.exit(__doc__)
graphs, output = map(pathlib.Path, sys.argv[1:])
for folder in (graphs, output):
    if not folder.is_dir():
        sys.exit(f"symbols: there is no folder {folder}")
failures, count = [], 0
known = tomllib.loads((pathlib.Path(__file__).parent / "without-example.toml").read_text()).get(graphs.name)
unused = set(known or ())

for path in sorted(graphs.glob("*.symbols.json")):
    for symbol in json.loads(path.read_text())["symbols"]:
        # The compiler makes these symbols: derived members of conformances, and extensions that contain symbols of
        # types of other modules.
        if "::SYNTHESIZED::" in symbol["identifier"]["precise"] or symbol["kind"]["identifier"] == "swift.extension":
            continue
        count += 1
        name = ".".join(symbol["pathComponents"])
        comment = [line["text"].strip() for line in symbol.get("docComment", {}).get("lines", [])]
        if not any(comment):
            failures.append(f"{name} has no comment")
        patterns = {pattern for pattern in known or () if fnmatch.fnmatchcase(name, pattern)}
        unused -= patterns
        if known is not None and not patterns and not any(line.startswith("```swift") for line in comment):
            failures.append(f"{name} has no example, and without-example.toml gives no reason")

failures += [f"without-example.toml: no symbol has the name {pattern}" for pattern in sorted(unused)]

chosen, automatic = set(), set()
for path in sorted((output / "data/documentation").rglob("*.json")):
    for section in json.loads(path.read_text()).get("topicSections", []):
        # DocC groups symbols by their kind if no author has put them under a heading.
        (automatic if section.get("generated") else chosen).update(section["identifiers"])
for name in sorted(automatic - chosen):
    # DocC makes a page for the members that a type has from a protocol. A symbol on such a page needs a place
    # nevertheless.
    if name.endswith("-Implementations"):
        continue
    # The module of a type of the system depends on the platform, so that no heading can name the symbols that extend
    # it.
    if not {"Dispatch", "Foundation", "FoundationEssentials", "OpenCombine"} & set(name.split("/documentation/")[-1].split("/")):
        failures.append(f"{name.split('/documentation/')[-1]} is under no heading")

for failure in failures:
    print(failure, file=sys.stderr)
print(f"documentation: {count} public symbols, {len(failures)} faults")
sys.exit(1 if failures or not count else 0)
