"""Traces the memory accesses of single operations, with lackey, a tool of valgrind."""

import collections
import re
import subprocess

LINE = 64


class Operation:
    """What an operation does, except for the accesses to the stack."""

    def __init__(self):
        self.instructions = 0
        # Numbers of cache lines. An atomic instruction appends its line to `atomics`.
        self.lines, self.written, self.atomics = set(), set(), []


class Code:
    """The code of a process, by the files that it has mapped."""

    def __init__(self, process):
        self.mappings = []
        for mapping in open(f"/proc/{process}/maps"):
            addresses, mode, offset, _, _, *path = mapping.split()
            if "x" in mode and path and path[0].startswith("/"):
                start, end = (int(address, 16) for address in addresses.split("-"))
                self.mappings.append((start, end, int(offset, 16), path[0]))

    def is_atomic(self, address):
        """Whether an instruction that accesses memory is atomic: it has the prefix `lock`, or is an exchange."""
        for start, end, offset, path in self.mappings:
            if start <= address < end:
                with open(path, "rb") as file:
                    file.seek(address - start + offset)
                    code = file.read(16)
                prefixes = re.match(rb"[\x66\xf0\xf2\xf3]*", code)[0]
                opcode = code[len(prefixes):]
                if opcode and opcode[0] & 0xF0 == 0x40:
                    opcode = opcode[1:]
                return b"\xf0" in prefixes or opcode[:1] in (b"\x86", b"\x87")
        return False


def traced(program):
    """Runs a program. Returns its operations, in lists by their names."""
    command = ["valgrind", "--tool=lackey", "--trace-mem=yes", "--basic-counts=no", program]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    # Megabytes come before the program begins. They are skipped without looking at their lines.
    text = b""
    while not (marks := re.search(rb"marks (\d+), stack (\d+)\n", text)):
        chunk = process.stdout.read(1 << 20)
        if not chunk:
            raise ValueError(f"no marks: {text[-500:].decode(errors='replace')}")
        text = text[-100:] + chunk
    code = Code(process.pid)
    text = (text[marks.end():] + process.stdout.read()).decode(errors="replace")
    if process.wait() != 0:
        raise ValueError(text[-500:])
    return operations(text.splitlines(), int(marks[1]), int(marks[2]), code)


def operations(lines, begin, stack, code):
    found, name, operation, instruction = collections.defaultdict(list), "", None, 0
    for text in lines:
        match = re.fullmatch(r"(I | [LSM]) ([0-9a-f]+),\d+", text)
        if not match:
            name = text
            continue
        kind, address = match[1].strip(), int(match[2], 16)
        if kind == "I":
            instruction = address
            if operation:
                operation.instructions += 1
        elif address == begin and kind != "L":
            operation = Operation()
        elif address == begin + 8 and operation:
            found[name].append(operation)
            operation = None
        elif operation and abs(address - stack) > 1 << 20:
            line = address // LINE
            operation.lines.add(line)
            if kind != "L":
                operation.written.add(line)
            if kind == "M" and code.is_atomic(instruction):
                operation.atomics.append(line)
    return found
