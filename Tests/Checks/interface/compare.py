#!/usr/bin/env python3
"""Compares the public interface of modules with its baseline, and lists added, removed and changed declarations.

The baseline of a module is MODULE.txt beside this script: one line for each public declaration and conformance, sorted.
Declarations that the standard library derives from conformances are left out, because they differ between compilers.

usage: Tests/Checks/interface/compare.py GRAPHS MODULE... [--update]      (GRAPHS holds symbol graphs, as Tests/Checks/documentation/run.sh makes them)

With --update the baselines are written instead: read the difference before you commit it.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("interface: needs Python 3.11 or later")

import collections
import json
import pathlib
import re

BASELINES = pathlib.Path(__file__).resolve().parent
# Conformances that are implicit, and that depend on the version of the compiler.
IMPLIED = {"Swift.SendableMetatype", "Swift.Copyable", "Swift.Escapable", "Swift.BitwiseCopyable"}


def availability(symbol):
    """Returns the attributes of a declaration on all platforms: that it is deprecated, or renamed."""
    for entry in symbol.get("availability", []):
        if entry.get("domain", "*") == "*" or entry.get("isUnconditionallyDeprecated"):
            renamed = f", renamed: {entry['renamed']}" if "renamed" in entry else ""
            return f"  [deprecated{renamed}]"
    return ""


def constraints(conditions):
    signs = {"conformance": ":", "superclass": ":", "sameType": "=="}
    written = [
        f"{each['lhs']} {signs[each['kind']]} {each['rhs']}"
        for each in conditions
        if f"Swift.{each['rhs']}" not in IMPLIED
    ]
    return f" where {', '.join(sorted(written))}" if written else ""


def interface(graphs, module):
    """Returns the lines of each name: the declarations with that name, including overloads."""
    lines = collections.defaultdict(set)
    paths = sorted({*graphs.rglob(f"{module}.symbols.json"), *graphs.rglob(f"{module}@*.symbols.json")})
    if not paths:
        sys.exit(f"interface: no symbol graph of {module} below {graphs}")
    loaded = [json.loads(path.read_text()) for path in paths]
    names = {symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"])
             for graph in loaded for symbol in graph["symbols"]}
    for graph in loaded:
        for symbol in graph["symbols"]:
            if "::SYNTHESIZED::" not in symbol["identifier"]["precise"]:
                text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
                name = ".".join(symbol["pathComponents"])
                lines[name].add(f"{name}: {' '.join(text.split())}{availability(symbol)}")
        for relationship in graph["relationships"]:
            name = names.get(relationship["source"])
            target = relationship.get("targetFallback") or names.get(relationship["target"])
            if relationship["kind"] == "conformsTo" and name and target not in IMPLIED:
                name = f"{name}: {target}"
                lines[name].add(name + constraints(relationship.get("swiftConstraints", [])))
    return lines


def baseline(path):
    lines = collections.defaultdict(set)
    for line in path.read_text().splitlines() if path.exists() else []:
        # A conformance has a name of its own: "Type: Module.Protocol", or "Type: Protocol" in the same module.
        name = re.match(r"\S+: (?:\w+\.)?\w+(?= where |$)", line) or re.match(r"\S+(?=: )", line)
        lines[name[0]].add(line)
    return lines


def difference(old, new):
    for name in sorted({*old, *new}):
        removed, added = sorted(old[name] - new[name]), sorted(new[name] - old[name])
        if len(removed) == len(added) == 1:
            yield f"changed: {removed[0]}\n     to: {added[0]}"
        else:
            yield from (f"removed: {line}" for line in removed)
            yield from (f"added:   {line}" for line in added)


def main():
    update = "--update" in sys.argv
    arguments = [argument for argument in sys.argv[1:] if argument != "--update"]
    if len(arguments) < 2 or any(argument.startswith("-") for argument in arguments):
        sys.exit(__doc__)
    graphs, *modules = arguments
    found = 0
    for module in modules:
        path = BASELINES / f"{module}.txt"
        new = interface(pathlib.Path(graphs), module)
        if update:
            path.write_text("\n".join(sorted(line for lines in new.values() for line in lines)) + "\n")
            continue
        for line in difference(baseline(path), new):
            print(f"{module}: {line}")
            found += 1
    if found:
        sys.exit(f"Not as in Tests/Checks/interface, {found} times. If that is meant: Tests/Checks/interface/compare.py {' '.join(sys.argv[1:])} --update")


try:
    main()
except (OSError, ValueError) as error:
    sys.exit(f"interface: {error}")
