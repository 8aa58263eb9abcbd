#!/usr/bin/env python3
"""Fails if a constant of the sources does not fit where `Int` has 32 bits, as on watchOS with arm64_32.

Compiles each integer literal, and each arithmetic expression of literals alone, for such a target, with the standard library
for Embedded Swift of the toolchain. An expression that needs 64 bits must have a type: `100 * 365 * 86_400 as Int64`.

usage: Tests/Checks/narrow/run.py
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("narrow: needs Python 3.11 or later")

import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
LITERAL = r"\b(?:0x[\dA-Fa-f_]+|0b[01_]+|\d[\d_]*)\b"
EXPRESSION = re.compile(rf"(?<![\w.]){LITERAL}(?![.]\d)(?: (?:[*+-]|<<) {LITERAL}(?![.]\d))*(?: as U?Int\d+)?")
COMPILE = ["swiftc", "-target", "armv7-none-none-eabi", "-enable-experimental-feature", "Embedded", "-wmo"]
COMPILE += ["-parse-as-library", "-emit-sil", "-o", "/dev/null", "-"]


def expressions():
    """Returns the expressions, each with its position."""
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            code = re.sub(r"//.*", "", re.sub(r'"(?:[^"\\]|\\.)*"', '""', line))
            for found in EXPRESSION.finditer(code):
                yield f"{path.relative_to(ROOT)}:{number}", found[0]


def faults(found):
    """Returns the compiler's errors in expressions, one line for each fault."""
    source = "".join(
        f'#sourceLocation(file: "{place}", line: 1)\nfunc f{number}() {{ _ = {expression} }}\n'
        for number, (place, expression) in enumerate(found)
    )
    compiled = subprocess.run(COMPILE, input=source, capture_output=True, text=True)
    errors = [line for line in compiled.stderr.splitlines() if re.match(r".*:\d+:\d+: error: ", line)]
    if compiled.returncode != 0 and not errors:
        sys.exit(f"narrow: the compiler fails\n{compiled.stderr}")
    return errors


def main():
    if len(faults([("too large", "100 * 365 * 86_400"), ("right", "100 * 365 * 86_400 as Int64")])) != 1:
        sys.exit("narrow: the compiler does not notice what does not fit into 32 bits")
    found = list(expressions())
    errors = faults(found)
    for error in errors:
        print(error, file=sys.stderr)
    print(f"narrow: {len(found)} constants, {len(errors)} of them too large for 32 bits")
    sys.exit(1 if errors or not found else 0)


try:
    main()
except OSError as error:
    sys.exit(f"narrow: {error}")
