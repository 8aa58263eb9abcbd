#!/usr/bin/env python3
"""Fails on a change since the last version that can break a client: in the baselines MODULE.txt beside this script, at
present and at the last tag.

Such a change is a line that was removed or changed (other than by deprecation), a case that was added to an enumeration
without the attribute @nonexhaustive, and a member that was added to a protocol. A change that is meant stands in
accepted.toml, with what a client writes instead.

usage: Tests/Checks/interface/since_tag.py
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("interface: needs Python 3.11 or later")

import pathlib
import re
import subprocess
import tomllib

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[2]
VERSION = re.compile(r"v?\d+\.\d+\.\d+$")


def git(*arguments):
    # A container may run as another user than the one who has made the clone.
    command = ["git", "-c", f"safe.directory={ROOT}", "-C", ROOT, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def last_version():
    """Returns the newest tag that is a version and an ancestor of this commit, or None."""
    tags = git("tag", "--merged", "HEAD", "--sort=-v:refname").split()
    return next(filter(VERSION.match, tags), None)


def interface(text):
    """Returns the lines of a baseline. To deprecate a declaration breaks nothing."""
    return {re.sub(r"  \[deprecated.*\]$", "", line) for line in text.splitlines() if line}


def kinds(lines, keyword):
    """Returns the names of the types that are declared with a keyword, and their declarations."""
    found = (re.match(rf"(\S+): (.*\b{keyword} \w.*)", line) for line in lines)
    return {match[1]: match[2] for match in found if match}


def changes(old, new):
    """Yields what can break a client: a word for it, and the line."""
    yield from (("removed or changed", line) for line in sorted(old - new))
    enumerations, protocols = kinds(old, "enum"), kinds(old, "protocol")
    for line in sorted(new - old):
        owner = re.match(r"(\S+?)\.[^.\s]+(?:\(\S*\))?: ", line)
        if not owner:
            continue
        if re.search(r": (indirect )?case ", line):
            if owner[1] in enumerations and "@nonexhaustive" not in enumerations[owner[1]]:
                yield "new case of a closed enumeration", line
        elif owner[1] in protocols:
            yield "new member of a protocol", line


def main():
    if len(sys.argv) > 1:
        sys.exit(__doc__)
    tag = last_version()
    if not tag:
        print("interface: no tag has the name of a version yet, so there is nothing to compare with")
        return
    accepted = tomllib.loads((FOLDER / "accepted.toml").read_text())
    unused = {(module, line) for module, lines in accepted.items() for line in lines}
    found = 0
    for path in git("ls-tree", "--name-only", tag, f"{FOLDER.relative_to(ROOT)}/").split():
        if not path.endswith(".txt"):
            continue
        module, present = pathlib.Path(path).stem, ROOT / path
        old = interface(git("show", f"{tag}:{path}"))
        new = interface(present.read_text()) if present.exists() else set()
        for word, line in changes(old, new):
            unused.discard((module, line))
            if line not in accepted.get(module, {}):
                found += 1
                print(f"{module}: {word} since {tag}: {line}", file=sys.stderr)
    for module, line in sorted(unused):
        found += 1
        print(f"accepted.toml: nothing since {tag} is {line!r} of {module}", file=sys.stderr)
    if found:
        sys.exit(f"interface: {found} changes since {tag} can break clients: take them back, or list them in accepted.toml")
    print(f"interface: nothing since {tag} breaks a client that is not in accepted.toml")


try:
    main()
except (OSError, ValueError) as error:
    sys.exit(f"interface: {error}")
except subprocess.CalledProcessError as error:
    sys.exit(f"interface: {error.stderr.strip() or error}")
