"""Checks of what many values, pairs and listeners cost.

A limit is one of work, or of the ratio of two works of one run: the machine, and what else it does, do not count.
"""

import pathlib
import re
import threading
import time

from program import identity_of
from waiting import expect

# The values that the program sends for `flood`.
FLOOD = 30_000
# How many times as much the page may work in a flood. It was one and a half times.
MOST_FLOODED = 4
# How many times as much work ten times as many pairs may be. It was two to four times, because a view shows a part.
MOST_GROWTH = 10
MOST_ELEMENTS = 15_000


def cost(page, program, count, command=None):
    """Returns the time of the processor that the page takes to show the program once, in seconds."""
    start = page.worked()
    for _ in range(count):
        if command:
            program.send(command)
        page.updated(1)
    return (page.worked() - start) / count


def check_flood(program, page):
    """30,000 values, 10,000 a second where the machine can do that."""
    identity = identity_of(program, "flood")
    before = next(pair["total"] for pair in program.data()["pairs"] if pair["name"] == "flood")
    page.evaluate(f"inspector.select('marbles'); inspector.toggle({identity}, true)")
    page.updated()
    quiet = cost(page, program, 6)
    start = time.monotonic()
    flood = threading.Thread(target=program.send, args=["flood"])
    flood.start()
    flooded = cost(page, program, 5)
    page.picture("flood")
    flood.join()
    seconds = time.monotonic() - start
    lane = f"inspector.app.lanes.get({identity})"
    counts = f"{lane}.values.length + {lane}.thinned.reduce((sum, gap) => sum + gap.count, 0)"
    page.eventually(f"{counts} >= {before + FLOOD}")
    total = next(pair["total"] for pair in program.data()["pairs"] if pair["name"] == "flood") - before
    shown, described = page.evaluate(counts), page.evaluate(f"{lane}.values.length")
    expect(total == shown == FLOOD, "each value of a flood is shown or counted", total, shown)
    # 200 values a second, and as many at once after a rest. The newest one of each message comes on top.
    expect(described < 250 + 210 * seconds, "a flood is thinned", described, seconds)
    ratio = flooded / quiet
    expect(ratio < MOST_FLOODED, "the page works little more in a flood than without", ratio, quiet, flooded)
    print(f"      {described} of {total} values described, the page works {ratio:.2f} times as much as without a flood")
    # Other work of the machine may disturb a measurement.
    costs = [[float(number) for number in program.send("measure")[0].split()] for _ in range(4)]
    ratios, servers = zip(*costs)
    # A measurement may have one snapshot more than another.
    ratio, server = min(ratios), sum(servers) / len(servers)
    expect(ratio + server <= 1.05, "a program that is watched has 95 % of its speed", costs)
    print(f"      the thread that broadcasts takes {ratio:.3f} times as long, and the server {server:.3f}")
    page.evaluate(f"inspector.toggle({identity}, false)")


def check_crowd(program, page):
    """1,000 pairs with 10,000 listeners, compared with 100 pairs and 1,000 listeners."""
    told, worked, elements = [], [], []
    for count in (100, 1_000):
        program.send("gather" if count == 100 else "gather more")
        start = program.worked()
        sizes = [len(program.text()) for _ in range(10)]
        told.append((program.worked() - start) / 10)
        page.eventually(f"inspector.app.pairs.size > {count}")
        worked.append({})
        for view in ["problems", "graph", "marbles", "table", "listeners"]:
            page.evaluate(f"inspector.select('{view}')")
            page.updated(1)
            worked[-1][view] = cost(page, program, 4, "stir")
            elements.append(page.evaluate("document.querySelectorAll('*').length"))
    growth = told[1] / told[0]
    expect(growth < MOST_GROWTH, "ten times as many pairs are told in less than ten times the work", told)
    print(f"      data of {sizes[-1]:,} bytes, in {growth:.1f} times the work of a tenth of the pairs")
    for view, small in worked[0].items():
        growth = worked[1][view] / small
        expect(growth < MOST_GROWTH, f"{view} of ten times as many pairs takes less than ten times the work", small, growth)
        print(f"      {view}: {growth:.1f} times the work of a tenth of the pairs")
    print(f"      {max(elements):,} elements at most")
    expect(max(elements) < MOST_ELEMENTS, "no view makes an element for each of many pairs", elements)
    program.send("leave")


def resident(program):
    """The resident memory of the program, in megabytes."""
    status = pathlib.Path(f"/proc/{program.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024



def heap(page):
    """The heap of the page, before and after a collection of garbage, in megabytes."""
    sizes = [page.call("Runtime.getHeapUsage")["usedSize"]]
    page.call("HeapProfiler.collectGarbage")
    sizes.append(page.call("Runtime.getHeapUsage")["usedSize"])
    return [size / 1e6 for size in sizes]



def check_long(program, page):
    """Five minutes of 10,000 values a second, with all lanes open."""
    for pair in program.data()["pairs"]:
        page.evaluate(f"inspector.toggle({pair['id']}, true)")
    page.evaluate("inspector.select('marbles')")
    flood = threading.Thread(target=program.send, args=["flood long"])
    flood.start()
    memory, heaps = [resident(program)], []
    while flood.is_alive():
        time.sleep(20)
        memory.append(resident(program))
        heaps.append(heap(page))
        print(f"      program {memory[-1]:.1f} MB, page {heaps[-1][0]:.1f} MB, {heaps[-1][1]:.1f} MB without garbage", flush=True)
    expect(max(memory) < 40, "a program that is watched has less than 40 MB after five minutes", memory)
    expect(max(before for before, _ in heaps) < 100, "the page has less than 100 MB of heap after five minutes", heaps)
