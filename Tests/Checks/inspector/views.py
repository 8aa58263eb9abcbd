"""Checks of what each view shows, and of how it is used."""

import json
import re

from program import CHECK, identity_of
from waiting import eventually, expect

TEXTS = {
    "duration(0)": "0", "duration(null)": "–", "duration(0.13043)": "130 ms", "duration(0.0001)": "100 µs",
    "duration(0.0005)": "500 µs", "duration(0.00047)": "470 µs", "duration(0.1)": "100 ms", "duration(0.5)": "500 ms",
    "duration(0.0128)": "12.8 ms", "duration(0.00999)": "9.99 ms", "duration(0.000999)": "999 µs", "duration(1.5)": "1.5 s",
    "duration(3e-8)": "0.03 µs", "duration(0.9999)": "1 s", "duration(125)": "2:05",
    "text.visible('👩‍👩‍👧')": "👩‍👩‍👧", "text.visible('a‍b')": "a\\u{200D}b", "text.cut('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2)": "👩‍👩‍👧…",
    "text.rate(0)": "–", "text.rate(12345.6)": "12,346 /s", "text.counted(1, 'call')": "1 call",
}



def check_texts(page):
    for script, wanted in TEXTS.items():
        answer = page.evaluate("inspector." + script)
        expect(answer == wanted, f"{script} is {wanted!r}", answer)



def check_problems(program, page):
    page.evaluate("inspector.select('problems')")
    program.send("slow")
    program.send("nobody")
    kinds = "[...document.querySelectorAll('#problem-list li')].map((item) => item.className.split(' ').at(-1))"
    page.eventually(f"{kinds}.includes('slow') && {kinds}.includes('nobody')")
    found = page.evaluate(kinds)
    expect({"slow", "nobody", "neverCalled", "crowded"} <= set(found), "the problems are listed", found)
    weights = page.evaluate("inspector.problems().map((problem) => problem.weight)")
    expect(weights == sorted(weights, reverse=True) and found[0] == "slow", "the worst comes first", found, weights)
    words = page.evaluate("document.querySelector('#problem-list li.slow').textContent")
    expect("Trouble.swift:" in words and "99 %" in words and "longest" in words, "a slow listener has its place and times", words)
    page.picture("problems-light")
    page.evaluate("document.querySelector('#problem-list li.slow .action').click()")
    expect(page.eventually("inspector.app.view === 'graph' && document.querySelector('#picture .card.chosen') !== null"), "a problem leads to its place in the graph")
    page.evaluate("inspector.choose(null); inspector.select('problems')")
    program.send("grow")
    expect(page.eventually(f"{kinds}.includes('growing')"), "listeners that grow without end are a problem", page.evaluate(kinds))
    well = page.evaluate("(({ pairs, listeners }) => { Object.assign(inspector.app, { pairs: new Map(), listeners: new Map() }); inspector.show(); const words = document.getElementById('problems-empty'); const text = words.hidden ? '' : words.textContent; Object.assign(inspector.app, { pairs, listeners }); inspector.show(); return text; })(inspector.app)")
    expect(well.startswith("All is well"), "without problems, all is well", well)



def check_listeners(program, page):
    page.evaluate("inspector.select('listeners')")
    page.eventually("document.querySelectorAll('#listeners-rows tr').length > 5")
    column = lambda index: page.evaluate(f"[...document.getElementById('listeners-rows').children].map((row) => row.children[{index}].textContent)")
    expect(page.evaluate("document.querySelector('#listeners-rows tr').textContent").startswith("Trouble.swift:"), "the listener with the most time comes first", column(0)[:3])
    page.evaluate("document.getElementById('search').value = 'trouble'; document.getElementById('search').oninput()")
    totals = column(8)
    expect("–" in totals and totals[0] != "–", "what is not measured has a dash, and comes last", totals[:2], totals[-2:])
    expect("before the inspector was started" in page.evaluate("document.getElementById('listeners-note').textContent"), "and the table says why")
    page.evaluate("document.getElementById('search').value = ''; document.getElementById('search').oninput()")
    for name, index in [("age", 4), ("calls", 5), ("rate", 6), ("percentile", 9), ("waiting", 11), ("owner", 2), ("isolation", 3)]:
        before = column(index)
        page.evaluate(f"document.getElementById('listeners-column-{name}').querySelector('button').click()")
        expect(page.evaluate(f"document.getElementById('listeners-column-{name}').hasAttribute('aria-sort')"), f"the table sorts by {name}", before[:3])
    expect(page.evaluate("document.querySelectorAll('#listeners-rows svg.spark').length > 5"), "each listener has the line of its last minute")
    page.evaluate("document.getElementById('listeners-column-total').querySelector('button').click()")
    page.picture("listeners-light")
    check_folded_listeners(program, page)


def check_folded_listeners(program, page):
    """The 1,001 listeners of one place, and their calls."""
    page.evaluate("document.getElementById('search').value = 'rows'; document.getElementById('search').oninput()")
    row = lambda index: page.evaluate(f"[...document.querySelector('#listeners-rows').children[{index}].children].map((cell) => cell.textContent)")
    titles = page.evaluate("[...document.getElementById('listeners-columns').children].map((cell) => cell.textContent)")
    expect(titles[5:7] == ["Calls", "Calls /s"], "both counts of calls are named", titles)
    count = "document.querySelectorAll('#listeners-rows tr').length"
    expect(page.evaluate(count) == 1 and "× 1,001" in row(0)[0], "the listeners of one place have one row", page.evaluate(count), row(0))
    identity = identity_of(program, "rows")
    # No value is sent meanwhile.
    page.eventually(f"[...inspector.app.listeners.values()].every(({{ source, rate }}) => source !== {identity} || rate === 0)")
    page.updated(1)
    expect(row(0)[6] == "0", "a listener that rests has no calls a second", row(0))
    calls = [listener["calls"] for listener in program.data()["listeners"] if listener["source"] == identity]
    expect(len(calls) == 1_001 and sum(calls) > 0 and row(0)[5] == f"{sum(calls):,}", "and has its calls nevertheless", row(0), sum(calls))
    press = "document.querySelector('#listeners-rows button.name')"
    page.evaluate(press + ".click()")
    expect(page.evaluate(count) == 101 and page.evaluate(press + ".getAttribute('aria-expanded')") == "true", "the row opens", page.evaluate(count))
    expect(row(1)[5] == f"{calls[0]:,}", "to rows of its listeners", row(1), calls[:3])
    note = page.evaluate("document.getElementById('listeners-note').textContent")
    expect(note.startswith("and 901 more listeners"), "the table says how many are left out", note)
    page.picture("listeners-unfolded")
    page.evaluate(press + ".click()")
    expect(page.evaluate(count) == 1, "and closes", page.evaluate(count))
    page.evaluate("document.getElementById('search').value = ''; document.getElementById('search').oninput()")



def check_history(program, page):
    identity = identity_of(program, "position")
    page.evaluate(f"inspector.toggle({identity}, false); inspector.select('table')")
    wanted = ["3.5", "3.0", "2.5", "2.0", "1.5", "1.0", "0.5", "0.0"]

    def newest():
        program.send("play")
        page.evaluate(f"inspector.choose(null); inspector.choose({identity})")
        page.updated()
        return page.evaluate("[...document.querySelectorAll('#history button')].map((button) => button.textContent)")[:8]

    # A busy machine may describe some values too slowly, which then have no text.
    expect(eventually(lambda: newest() == wanted), "a pair that no lane shows has its newest values")
    page.evaluate("document.querySelector('#history button').click()")
    expect(page.eventually("document.querySelector('#value del')?.textContent === '3.0' && document.querySelector('#value ins')?.textContent === '3.5'"), "a value shows what changed since the last")
    changes = page.evaluate("inspector.difference('Point(x: 1, tags: [\"a, b\", \"c\"])', 'Point(x: 2, tags: [\"a, b\"], z: nil)')")
    expect(changes == [{"path": "x", "before": "1", "after": "2"}, {"path": "tags.1", "before": '"c"', "after": None}, {"path": "z", "before": None, "after": "nil"}], "the difference of two values is told by members", changes)
    for text in ["((((", "a)b", "", "[:]", "x" * 500, "(" * 400, 'Optional("a: \\"b\\"")']:
        expect(page.evaluate(f"typeof inspector.parse({json.dumps(text)}).head") == "string", f"any text has a tree: {text[:10]!r}")
    page.picture("history-light")
    page.evaluate("inspector.choose(null)")



def check_graph_fits(program, page):
    page.evaluate("inspector.select('graph')")
    page.updated()
    right = page.evaluate("document.getElementById('picture').getBoundingClientRect().right - innerWidth")
    expect(right <= 0, "at 1280 points the listeners are on the screen", right)
    page.evaluate("document.getElementById('zoom-fit').click()")
    box = page.evaluate("(({ right, bottom }) => [right - innerWidth, bottom - innerHeight])(document.getElementById('picture').getBoundingClientRect())")
    expect(max(box) <= 0, "the whole graph fits", box)
    page.evaluate("document.getElementById('zoom-reset').click()")
    count = "document.querySelectorAll('#picture .card').length"
    all_cards = page.evaluate(count)
    page.evaluate(f"inspector.choose({identity_of(program, 'position')}); document.getElementById('path').click()")
    some = page.evaluate(count)
    names = page.evaluate("[...document.querySelectorAll('#picture .name')].map((name) => name.textContent)")
    expect(0 < some < all_cards and "position" in names and "rows" not in names, "the path of what is chosen can be shown alone", names)
    beside = page.evaluate("document.getElementById('details').getBoundingClientRect().left - document.getElementById('graph-scroll').getBoundingClientRect().right")
    expect(beside >= 0, "details are beside the graph", beside)
    page.evaluate("document.getElementById('path').click(); inspector.choose(null); document.getElementById('fold').click()")
    names = page.evaluate("[...document.querySelectorAll('#picture .name')].map((name) => name.textContent)")
    expect("Player.swift" in names and "taps" not in names, "the graph folds by file", names)
    page.picture("graph-folded")
    page.evaluate("[...document.querySelectorAll('#picture .card.file')].find((card) => card.textContent.includes('Player.swift')).dispatchEvent(new MouseEvent('click'))")
    names = page.evaluate("[...document.querySelectorAll('#picture .name')].map((name) => name.textContent)")
    expect("taps" in names and "Trouble.swift" in names, "and a file unfolds", names)
    page.evaluate("document.getElementById('fold').click()")
    expect(page.evaluate(count) == all_cards, "and all of it")



def check_graph(program, page):
    text = program.forgets(lambda: page.evaluate("document.querySelector('#picture .card.ownerGone') && document.getElementById('picture').textContent"))
    for word in ["taps", "volume", "Player.swift:", "filter", "map", "combineLatest", "owner gone", "never called", "crowded", "MainActor", "Log", "ScreenModel", "× 1,0"]:
        expect(word in (text or ""), f"the graph shows {word!r}", (text or "")[:2000])

    def has_details():
        page.evaluate("document.querySelector('#picture .card.ownerGone')?.focus()")
        page.key("Enter")
        return page.evaluate("document.getElementById('details-text').textContent.includes('gone')")

    expect(program.forgets(has_details), "Enter on a card shows its details")
    page.key("Escape")
    expect(page.eventually("document.getElementById('details').hidden"), "Escape closes them")



def check_search(page):
    names = "[...document.querySelectorAll('#picture .name')].map((name) => name.textContent)"
    page.evaluate("document.getElementById('search').value = 'volume'; document.getElementById('search').oninput()")
    expect(page.evaluate(names) == ["position", "volume"], "the search leaves what matches, and what leads to it", page.evaluate(names))
    page.evaluate("document.getElementById('search').value = 'never called'; document.getElementById('search').oninput()")
    expect(page.evaluate(names) == ["taps"], "the search finds marks", page.evaluate(names))
    page.evaluate("document.getElementById('search').value = ''; document.getElementById('search').oninput()")



def check_zoom(page):
    page.evaluate("inspector.select('marbles')")
    page.eventually("inspector.app.marbles.now > 5")
    page.evaluate("inspector.setPaused(true)")
    before = page.evaluate("[inspector.app.marbles.now, inspector.app.marbles.span]")
    page.evaluate("document.getElementById('closer').click()")
    page.evaluate("document.getElementById('earlier').click()")
    now, span = page.evaluate("[inspector.app.marbles.now, inspector.app.marbles.span]")
    expect(span == before[1] / 2 and now < before[0], "marbles zoom and move while paused", before, [now, span])
    words = page.evaluate("document.getElementById('pause').textContent")
    expect(words == "Resume", "the button says Resume", words)
    page.evaluate("document.getElementById('farther').click(); inspector.setPaused(false)")



def check_pause(program, page):
    page.evaluate("document.getElementById('canvas').focus()")
    page.key("ArrowLeft")
    expect(page.eventually("!document.getElementById('tip').hidden && inspector.app.marbles.isPaused"), "an arrow key pauses, and shows a value")
    text = page.evaluate("document.getElementById('tip').textContent")
    page.key("ArrowLeft")
    expect(page.evaluate("document.getElementById('tip').textContent") != text, "the next one shows another", text)
    now = page.evaluate("inspector.app.marbles.now")
    program.send("play")
    page.updated()
    expect(page.evaluate("inspector.app.marbles.now") == now, "a pause lets nothing move")
    page.key(" ")
    expect(page.eventually(f"inspector.app.marbles.now > {now}"), "the space bar lets it go on")



def check_editor(program, page):
    page.evaluate(f"inspector.choose({identity_of(program, 'taps')})")
    link = page.eventually("document.querySelector('#details dd a')?.href")
    wanted = rf"vscode://file{re.escape(str(CHECK / 'Sources/inspected/Player.swift'))}:\d+"
    expect(re.fullmatch(wanted, link or ""), "a place opens the editor", link)
    page.evaluate("inspector.choose(null)")



def check_address(program, page):
    identity = identity_of(program, "keys")
    page.evaluate(f"inspector.select('listeners'); inspector.choose({identity}); inspector.toggle({identity_of(program, 'rows')}, true)")
    page.call("Page.reload")
    page.eventually("globalThis.inspector?.app.snapshot && inspector.app.chosen !== null")
    expect(page.evaluate(f"inspector.app.view === 'listeners' && inspector.app.chosen === {identity} && inspector.app.watched.has({identity_of(program, 'rows')})"), "view, choice and lanes stand in the address", page.evaluate("location.hash"))
    page.evaluate(f"inspector.choose(null); inspector.toggle({identity_of(program, 'rows')}, false)")



def check_sizes(page):
    for width in [390, 800, 1280, 1920]:
        page.resize(800, width)
        for view in ["problems", "graph", "marbles", "table", "listeners"]:
            page.evaluate(f"inspector.select('{view}')")
            page.drawn()
            surplus = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            expect(surplus <= 0, f"{view} has room at {width} points", surplus)
            page.picture(f"{view}-{width}")
    page.resize(800)



def check_accessibility(page):
    page.call("Accessibility.enable")
    for view in ["problems", "graph", "marbles", "table", "listeners"]:
        page.evaluate(f"inspector.select('{view}')")
        page.drawn()
        nodes = page.call("Accessibility.getFullAXTree")["nodes"]
        roles = {"button", "tab", "checkbox", "link", "searchbox", "combobox", "slider"}
        nameless = [node["role"]["value"] for node in nodes if not node["ignored"] and node["role"]["value"] in roles and not node.get("name", {}).get("value")]
        expect(not nameless, f"what can be used in {view} has a name", nameless)
        if view == "graph":
            names = [node["name"]["value"] for node in nodes if node["role"]["value"] == "button" and not node["ignored"]]
            expect(any("rows, crowded" in name for name in names) and any("never called" in name for name in names), "cards say their marks", names)
    page.call("Accessibility.disable")
    check_status(page)


def check_status(page):
    """A screen reader tells the status whenever it is set. On a busy machine the words may change meanwhile."""
    page.evaluate("""(() => {
        const status = document.querySelector('[role=status]');
        globalThis.told_ = [status.textContent];
        const told = ({ target, addedNodes }) => [...(addedNodes.length ? addedNodes : [target])].map((node) => node.textContent);
        globalThis.observer_ = new MutationObserver((changes) => told_.push(...changes.flatMap(told)));
        observer_.observe(status, { subtree: true, childList: true, characterData: true });
    })()""")
    page.updated(5)
    told = page.evaluate("observer_.disconnect(); told_")
    repeated = [words for words, next in zip(told, told[1:]) if words == next]
    expect(not repeated, "the status is not told again each second", told)
    known = {"running", "the program does not answer", "connection lost, trying again"}
    expect(set(told) <= known, "and has no words that change each second", told)



CONTRAST = """(() => {
  const style = getComputedStyle(document.documentElement);
  const light = (name) => { const hex = style.getPropertyValue('--' + name).trim(); const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((x) => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4); return parts[0] * 0.2126 + parts[1] * 0.7152 + parts[2] * 0.0722; };
  const pairs = ['ink back', 'ink card', 'quiet back', 'quiet card', 'accent card', 'accent accent-back', 'warn warn-back', 'bad bad-back', 'bad card', 'share card', 'variable card', 'warn card', 'warn accent-back'];
  return pairs.map((pair) => { const [a, b] = pair.split(' ').map(light); return [pair, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)]; }).filter(([, contrast]) => contrast < 4.5);
})()"""
