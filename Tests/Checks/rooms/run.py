#!/usr/bin/env python3
"""Checks that a room of the core uses only rooms above it, and prints each arrow that runs back.

A room is a folder of Sources/Airwave. It uses another one if a file in it names a type that a file of the other declares.
Checks also that the files exist that the map in HowTheEngineWorks names.

usage: Tests/Checks/rooms/run.py [--arrows]      (--arrows prints how often each room names types of each other one)
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("rooms: needs Python 3.11 or later")

import collections
import pathlib
import re

CORE = pathlib.Path(__file__).resolve().parents[3] / "Sources" / "Airwave"
MAP = CORE / "Documentation.docc" / "HowTheEngineWorks.md"
# From the top down. The files beside the folders declare the public words, which every room may use.
ROOMS = ["Core", "Pair", "Owners", "Chain", "Isolation", "Joining", "Clocks", "Work", "State", "Operators", "Names"]
# Arrows that run back on purpose, as (room, type), with the reason.
PERMITTED = {
    # A channel owns the queues of its listeners on actors, and a derivation says whose queues its listeners share.
    **{("Pair", name): "ownership" for name in ["ActorQueueOwner", "ActorQueues", "AnyMailbox"]},
    ("Chain", "ActorQueueOwner"): "ownership",
}

DECLARATION = re.compile(r"^(?!.*\bprivate\b)(?:[\w@()]+ )*(?:class|struct|enum|protocol|actor) (\w+)", re.MULTILINE)
NOT_CODE = re.compile(r'//.*|"(?:\\.|[^"\\\n])*"')


def main():
    words, owner = {}, {}
    for path in sorted(CORE.rglob("*.swift")):
        room = path.relative_to(CORE).parts[0] if path.parent != CORE else None
        code = NOT_CODE.sub("", path.read_text())
        words[path] = (room, set(re.findall(r"\w+", code)))
        for name in DECLARATION.findall(code):
            owner[name] = room
    arrows = collections.defaultdict(collections.Counter)
    back = []
    for path, (room, used) in words.items():
        for name in sorted(used & owner.keys()):
            target = owner[name]
            if None in (room, target) or room == target or room not in ROOMS or target not in ROOMS:
                continue
            arrows[room, target][name] += 1
            if ROOMS.index(target) > ROOMS.index(room) and (room, name) not in PERMITTED:
                back.append(f"{path.relative_to(CORE)} uses {name} of {target}, which is below {room}")
    if "--arrows" in sys.argv:
        for (room, target), names in sorted(arrows.items(), key=lambda item: [ROOMS.index(each) for each in item[0]]):
            print(f"{room} -> {target}: {', '.join(f'{name} {count}' for name, count in names.most_common())}")
    unknown = {room for room, _ in words.values()} - {None, *ROOMS}
    for room in sorted(unknown):
        back.append(f"{room} is no room that this check knows")
    # Files stand with their rooms, and the others, such as `Transmitter`, at the beginning of a row.
    _, _, table = MAP.read_text().partition("### The map")
    named = re.findall(r"`((?:[A-Z]\w*/)+[\w+]+)`|^\| `([A-Z][\w+]*)`", table, re.MULTILINE)
    for name in sorted({"".join(each) for each in named} - {"Sources/Airwave"}):
        if not (CORE / f"{name}.swift").is_file():
            back.append(f"{MAP.name} names {name}, which is no file")
    if not named:
        back.append(f"{MAP.name} has no map")
    print("\n".join(back) or f"{len(words)} files in {len(ROOMS)} rooms: each uses only rooms above it")
    return bool(back)


if __name__ == "__main__":
    sys.exit(main())
