"""The program that is inspected, and what its data says."""

import json
import pathlib
import re
import subprocess
import time
import urllib.request

import waiting
from waiting import eventually, expect

CHECK = pathlib.Path(__file__).resolve().parent
ROOT = CHECK.parents[2]
BUILD = ROOT / ".build-inspector"


class Program:
    """The program that is inspected. Its lines of input are commands."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [BUILD / "release/inspected", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.address = self.process.stdout.readline().strip()
        self.port = self.address.split(":")[2].strip("/")

    def send(self, command):
        """Returns the lines before the last one, which says that the command is done."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline().strip()) != "done " + command:
            if not line:
                raise SystemExit("inspector: the program ended")
            lines.append(line)
        return lines

    def text(self):
        with urllib.request.urlopen(self.address + "data", timeout=waiting.limit) as response:
            return response.read()

    def data(self):
        return json.loads(self.text())

    def worked(self):
        """Returns the time of the processor that the program has taken, in seconds."""
        # As `clock_getcpuclockid` makes the number of the clock of a process.
        return time.clock_gettime(~self.process.pid << 3 | 2)

    def forgets(self, question):
        """Releases owners of listeners until the answer is true: the library ends such listeners within ten seconds."""
        return eventually(lambda: self.send("forget") or question())

    def end(self):
        self.process.kill()
        self.process.wait()


def check_data(program):
    data = program.data()
    pairs = {pair["name"]: pair for pair in data["pairs"] if pair["name"]}
    expect(set(pairs) >= {"taps", "keys", "position", "rows", "ending", "volume"}, "names the pairs", list(pairs))
    expect(pairs["volume"]["kind"] == "variable" and pairs["taps"]["type"] == "Int", "tells kinds and types", pairs["volume"])
    expect(pairs["keys"]["strategy"] == ".warm(upTo: 3)" or "warm" in pairs["keys"]["strategy"], "tells strategies", pairs["keys"])
    expect(pairs["taps"]["total"] == 5 and pairs["keys"]["kept"] == 2, "counts values and kept values", pairs["taps"], pairs["keys"])
    expect(pairs["rows"]["listeners"] == 1001 and pairs["rows"]["marks"] == ["crowded"], "marks a crowded pair", pairs["rows"])
    chains = {tuple(re.sub(r"\(.*", "", name) for name in listener["operators"]) for listener in data["listeners"]}
    expect({("filter", "map"), ("skipRepeats",), ("withPrevious",)} <= chains, "tells chains of operators", chains)
    marks = [(listener["source"], mark) for listener in data["listeners"] for mark in listener["marks"]]
    expect(marks.count((pairs["taps"]["id"], "neverCalled")) == 1, "marks the listener that is never called", marks)
    expect(len(marks) == 1, "marks no other listener", marks)



def marks_of(program):
    return [mark for listener in program.data()["listeners"] for mark in listener["marks"]]



def check_forgotten(program):
    marks = program.forgets(lambda: "ownerGone" in (found := marks_of(program)) and found)
    expect(marks and set(marks) == {"ownerGone", "neverCalled"}, "marks the listener whose owner is gone", marks)



def identity_of(program, name):
    return next(pair["id"] for pair in program.data()["pairs"] if pair["name"] == name)



def check_unmeasured(program):
    program.send("slow")
    data = program.data()
    early = identity_of(program, "early")
    names = {name for listener in data["listeners"] if listener["source"] == early for name in listener["operators"]}
    parents = {listener["parent"] for listener in data["listeners"] if listener["source"] == early} - {None}
    ends = [listener for listener in data["listeners"] if listener["id"] in parents]
    operators = {name for listener in ends for name in listener["operators"]} | names
    expect("debounce(for:clock:)" in operators and not any("pacing" in name for name in operators), "operators of time have their names", operators)
    expect(len(ends) == 2 and all(end["calls"] is None and not end["marks"] for end in ends), "what joined before the start is not measured, and not marked", ends)
