#!/usr/bin/env python3
"""Counts the instructions and the allocations of operations in an optimized client, and compares them with costs.tsv.

The counts of callgrind do not depend on other work of the machine. Each operation is counted at two numbers of
repetitions. The difference is the cost of the repetitions, without the work that is done once. Fails if an operation
takes 3 % more instructions or allocations than the table has, or if a small client is larger than 900,000 bytes. The
counts hold for x86-64 and for one version of the compiler, which the table names. On other systems they are printed,
and not compared.

usage: Tests/Checks/cost/run.py [--traits NATS] [--update]        (--update writes costs.tsv instead)
       Tests/Checks/cost/run.py --traits Inspector

With the trait NATS, the operations of AirwaveNATS are counted, and no others: `network` feeds it recorded messages.

With the trait Inspector, the inspector is not started. A broadcast must then cost what the table has for it, while the
operations that make pairs and listeners, which are recorded, are only printed.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("cost: needs Python 3.11 or later")

import concurrent.futures
import os
import pathlib
import platform
import re
import shutil
import subprocess
import tempfile

CHECK = pathlib.Path(__file__).resolve().parent
ROOT = CHECK.parents[2]
BUILD = ROOT / ".build-cost"
BUILD_INSPECTOR = ROOT / ".build-cost-inspector"
BUILD_NATS = ROOT / ".build-cost-nats"
TABLE = CHECK / "costs.tsv"
FEW, MANY = 1_000, 3_000
LARGEST_CLIENT = 900_000
# How the operations over NATS begin.
NETWORK = "NATS: "
TOLERANCE = 1.03
# With the trait, these are recorded.
RECORDED = (
    "listen and dispose",
    "listen with an owner, and dispose",
    "replay of 100 values to a new listener",
    "make a pair",
)


def build(product, scratch=BUILD, traits=()):
    command = ["swift", "build", "-c", "release", "--package-path", str(CHECK), "--scratch-path", str(scratch), *traits]
    done = subprocess.run([*command, "--product", product], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}\ncost: {product} does not build")
    return pathlib.Path(scratch) / "release" / product


def profile(program, number, count):
    """Returns the instructions and the calls of `malloc` of a process that repeats an operation."""
    with tempfile.NamedTemporaryFile() as file:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={file.name}", program, str(number), str(count)]
        # One arena: otherwise each thread has an arena of its own, and takes other paths through malloc.
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "GLIBC_TUNABLES": "glibc.malloc.arena_max=1"})
        if done.returncode != 0:
            sys.exit(f"{done.stderr}\ncost: operation {number} fails")
        text = pathlib.Path(file.name).read_text()
    instructions = int(re.search(r"^(?:summary|totals): (\d+)", text, re.MULTILINE)[1])
    # A function has a number in each mention, and its name in the first mention only.
    names = dict(re.findall(r"^c?fn=\((\d+)\) (.+)$", text, re.MULTILINE))
    calls = re.findall(r"^cfn=\((\d+)\).*\n(?:.*\n)??calls=(\d+)", text, re.MULTILINE)
    allocations = sum(int(count) for function, count in calls if names.get(function) == "malloc")
    return instructions, allocations


def cost(program, number):
    few, many = profile(program, number, FEW), profile(program, number, MANY)
    return tuple((b - a) / (MANY - FEW) for a, b in zip(few, many))


def compiler():
    version = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"swift-[\w.]+-RELEASE", version)[0] + " " + platform.machine()


def known():
    """Returns the compiler that the table names, and the costs."""
    head, *rows = TABLE.read_text().splitlines()
    costs = (row.split("\t") for row in rows)
    return head.removeprefix("# "), {name: (float(instructions), float(allocations)) for name, instructions, allocations in costs}


def size_of_client():
    """Returns the size in bytes of a small client without debug information and symbols."""
    program = build("airwave-client")
    stripped = BUILD / "airwave-client"
    subprocess.run(["strip", "-o", str(stripped), str(program)], check=True)
    return stripped.stat().st_size


def main():
    arguments = sys.argv[1:]
    if arguments not in ([], ["--update"], ["--traits", "NATS"], ["--traits", "NATS", "--update"], ["--traits", "Inspector"]):
        sys.exit(__doc__)
    update = arguments[-1:] == ["--update"]
    traits = arguments[:2] if "--traits" in arguments else []
    (network, inspector) = ("NATS" in traits, "Inspector" in traits)
    if not shutil.which("valgrind"):
        sys.exit("cost: valgrind is missing")
    scratch = BUILD_NATS if network else BUILD_INSPECTOR if inspector else BUILD
    product = "network" if network else "operations"
    # `network` feeds what AirwaveNATS keeps internal.
    options = [*traits, "-Xswiftc", "-enable-testing"] if network else traits
    program = scratch / product
    # The valgrind of Debian 12 cannot read the debug information that the compiler of C++ writes.
    subprocess.run(["strip", "--strip-debug", "-o", str(program), str(build(product, scratch, options))], check=True)
    names = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        costs = dict(zip(names, pool.map(lambda number: cost(program, number), range(len(names)))))
    def is_counted(name):
        return name.startswith(NETWORK) == network
    if update:
        # What another compiler has counted is dropped.
        written_by, rows = known()
        kept = {name: cost for name, cost in rows.items() if not is_counted(name) and written_by == compiler()}
        counted = kept | costs if network else costs | kept
        rows = [f"{name}\t{instructions:.1f}\t{allocations:.2f}" for name, (instructions, allocations) in counted.items()]
        TABLE.write_text("\n".join([f"# {compiler()}", *rows]) + "\n")
    written_by, table = known()
    table = {name: cost for name, cost in table.items() if is_counted(name)}
    comparable = written_by == compiler()
    failures = []
    for name, (instructions, allocations) in costs.items():
        print(f"{name}: {instructions:,.1f} instructions, {allocations:.2f} allocations")
        if not comparable or inspector and name in RECORDED:
            continue
        if name not in table:
            failures.append(f"{name}: not in {TABLE.name}; run with --update")
            continue
        for now, before, unit, slack in ((instructions, table[name][0], "instructions", 2), (allocations, table[name][1], "allocations", 0.02)):
            if now > before * TOLERANCE + slack:
                failures.append(f"{name}: {now:,.2f} {unit} instead of {before:,.2f}, {now / max(before, 1):.2f} times as many")
    failures += [f"{name}: in {TABLE.name}, and no operation" for name in table.keys() - costs.keys() if comparable]
    size = 0 if traits else size_of_client()
    if size:
        print(f"a small client: {size:,} bytes")
    if comparable and size > LARGEST_CLIENT:
        failures.append(f"a small client: {size:,} bytes, more than {LARGEST_CLIENT:,}; find what the linker keeps with lld's --why-live")
    for failure in failures:
        print(f"cost: {failure}", file=sys.stderr)
    compared = f"compared with {written_by}" if comparable else f"not compared: the table is of {written_by}"
    print(f"cost: {len(costs)} operations, {len(failures)} failures, {compared}")
    sys.exit(1 if failures or not costs else 0)


try:
    main()
except (OSError, ValueError, subprocess.SubprocessError) as error:
    sys.exit(f"cost: {error}")
