#!/usr/bin/env python3
"""Opens the page of AirwaveInspector in headless Chromium, on a program with known pairs.

Checks the data, each view, the order of values, a flood and its cost, hostile names and values, two pages, the keyboard,
recordings that are made and opened, a connection that is lost and found, narrow windows, names for screen readers,
contrast, and dark mode. Writes pictures to .build-inspector/pictures.

usage: Tests/Checks/inspector/run.py [--update] [--no-build] [--long]

--update writes the pictures of the article. --long measures only, for five minutes: the memory of the program and the
heap of the page.
"""

import shutil
import subprocess
import sys
import time

# The modules of this check, without compiled copies beside them.
sys.dont_write_bytecode = True
import waiting
from browser import Browser
from load import check_crowd, check_flood, check_long
from program import BUILD, CHECK, ROOT, Program, check_data, check_forgotten, check_unmeasured
from values import check_hostile, check_network, check_not_encoded, check_opening, check_order, check_recording
from views import (
    CONTRAST, check_accessibility, check_address, check_editor, check_graph, check_graph_fits, check_history, check_listeners,
    check_pause, check_problems, check_search, check_sizes, check_texts, check_zoom,
)
from waiting import expect

PICTURES = BUILD / "pictures"
ARTICLE = ROOT / "Sources/AirwaveInspector/Documentation.docc"


def main():
    if "--no-build" not in sys.argv:
        command = ["swift", "build", "-c", "release", "--package-path", CHECK, "--scratch-path", BUILD]
        for product in ["inspected", "airwave-inspect"]:
            subprocess.run([*command, "--product", product], cwd=ROOT, check=True)
    PICTURES.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    program = Program("0", CHECK / "Sources")
    if "--long" in sys.argv:
        with Browser(PICTURES) as browser:
            page = browser.open(program.address)
            page.eventually("globalThis.inspector?.app.snapshot && true")
            check_long(program, page)
        program.end()
        sys.exit("inspector: " + "; ".join(waiting.failures) if waiting.failures else 0)
    with Browser(PICTURES) as browser:
        page = browser.open(program.address)
        page.eventually("globalThis.inspector?.app.snapshot && true")
        check_texts(page)
        check_data(program)
        check_order(program, page)
        check_forgotten(program)
        page.evaluate("inspector.select('graph')")
        check_graph(program, page)
        check_search(page)
        check_unmeasured(program)
        check_graph_fits(program, page)
        check_problems(program, page)
        check_listeners(program, page)
        check_history(program, page)
        check_editor(program, page)
        check_address(program, page)
        check_sizes(page)
        check_accessibility(page)
        expect(page.evaluate(CONTRAST) == [], "texts have contrast by day", page.evaluate(CONTRAST))
        check_zoom(page)
        page.evaluate("inspector.select('graph')")
        program.send("play")
        page.resize(940)
        page.evaluate("document.activeElement.blur(); document.getElementById('graph-scroll').scrollTop = 0")
        page.updated()
        page.picture("graph-light")
        page.resize(800)
        other = browser.open(program.address)
        expect(other.eventually("globalThis.inspector?.app.snapshot && inspector.app.pairs.size > 5"), "a second page shows the program, too")
        check_hostile(program, page)
        program.send("play")
        for _ in range(8):
            program.send("play")
            time.sleep(0.35)  # for the picture
        page.picture("marbles-light")
        page.evaluate("inspector.select('table')")
        page.updated()
        page.evaluate("document.getElementById('table-column-total').querySelector('button').click()")
        totals = page.evaluate("[...document.getElementById('table-rows').children].map((row) => Number(row.children[4].textContent.replaceAll(',', '')))")
        expect(totals == sorted(totals, reverse=True), "the table is sorted", totals)
        note = page.evaluate("inspector.app.snapshot.morePairs = 7; inspector.show(); document.getElementById('table-note').textContent")
        expect(note == "7 pairs that were made later are left out", "the table says what is left out", note)
        page.picture("table-light")
        check_recording(program, page)
        check_not_encoded(page)
        check_opening(program, page)
        page.evaluate("inspector.choose(null)")
        check_network(page)
        other.close()
        page.evaluate("inspector.select('marbles')")
        for _ in range(3):
            program.send("play")
            page.updated(1)
        page.eventually("document.visibilityState === 'visible' && inspector.picture.hits.length > 0")
        check_pause(program, page)
        check_flood(program, page)
        check_crowd(program, page)
        page.dark()
        expect(page.evaluate(CONTRAST) == [], "texts have contrast at night", page.evaluate(CONTRAST))
        for view in ["problems", "graph", "marbles", "table", "listeners"]:
            page.evaluate(f"inspector.select('{view}')")
            page.resize(940 if view == "graph" else 800)
            program.send("play")
            page.updated()
            page.picture(view + "-dark")
        expect(page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 23, 26)", "the page is dark at night")
        program.end()
        expect(page.eventually("document.getElementById('state-text').textContent.includes('lost')"), "the page says that the connection is lost")
        page.picture("lost")
        program = Program(program.port, CHECK / "Sources")
        expect(page.eventually("document.getElementById('state').classList.contains('on') && !document.body.classList.contains('lost')"), "and finds the program again")
        expect(page.eventually("inspector.app.watched.size > 0"), "with the lanes that were chosen")
        expect(not page.errors, "the page has no errors", page.errors)
    program.end()
    if "--update" in sys.argv:
        ARTICLE.mkdir(exist_ok=True)
        shutil.copy(PICTURES / "graph-light.png", ARTICLE / "inspector.png")
        shutil.copy(PICTURES / "graph-dark.png", ARTICLE / "inspector-dark.png")
    print(f"inspector: {time.monotonic() - start:.0f} s, pictures in {PICTURES.relative_to(ROOT)}")
    if waiting.failures:
        sys.exit("inspector: " + "; ".join(waiting.failures))


main()
