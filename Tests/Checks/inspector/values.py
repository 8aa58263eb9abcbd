"""Checks of the values that reach the page: their order, hostile ones, and recordings."""

import json
import subprocess

from program import BUILD, identity_of
from waiting import eventually, expect


def sent_whole(program, page, identity, command):
    """Has the program send a burst until a lane shows it whole, and returns its texts.

    What a busy machine describes too slowly is counted, and not shown. The time for descriptions is saved up again.
    """
    lane = f"inspector.app.lanes.get({identity})"
    thinned = f"({lane}?.thinned ?? []).reduce((sum, gap) => sum + gap.count, 0)"
    total = lambda: next(pair["total"] for pair in program.data()["pairs"] if pair["id"] == identity)

    def burst():
        before, missing = total(), page.evaluate(thinned)
        program.send(command)
        count = total() - before
        values = f"({lane}?.values ?? []).filter((value) => value.number > {before})"
        page.eventually(f"{values}.length + {thinned} >= {count + missing}")
        texts = page.evaluate(f"{values}.map((value) => value.text)")
        return len(texts) == count and texts

    return eventually(burst) or []


def check_order(program, page):
    page.evaluate("inspector.select('marbles')")
    texts = sent_whole(program, page, identity_of(program, "keys"), "order")
    expect(texts == [f"key {number}" for number in range(1, 51)], "values arrive in order, a burst whole", texts)



def check_hostile(program, page):
    identity = next(pair["id"] for pair in program.data()["pairs"] if "<script>" in (pair["name"] or ""))
    page.evaluate(f"inspector.toggle({identity}, true)")
    # The program has heard which values are wanted.
    page.updated()
    texts = sent_whole(program, page, identity, "hostile")
    expect(len(texts) == 7 and texts[-1] == "last", "hostile values arrive", [text[:40] for text in texts])
    expect(max(map(len, texts)) <= 501, "long values are cut", max(map(len, texts)))
    for view in ["graph", "table", "marbles"]:
        page.evaluate(f"inspector.select('{view}')")
        page.updated()
    expect("owned" not in page.evaluate("document.title"), "hostile text is no markup", page.evaluate("document.title"))
    expect(page.evaluate("document.querySelectorAll('script').length") == 2 and page.evaluate("document.images.length") == 0, "and makes no elements")
    page.evaluate(f"inspector.toggle({identity}, false)")



def check_recording(program, page):
    page.evaluate("document.getElementById('record').click()")
    expect(page.eventually("inspector.app.snapshot.recording"), "the button begins a recording")
    program.send("play")
    page.evaluate("document.getElementById('record').click()")
    expect(page.eventually("!inspector.app.snapshot.recording && !document.getElementById('download').hidden"), "and ends it, and offers the file")
    lines = [json.loads(line) for line in page.evaluate("fetch(document.getElementById('download').href).then((response) => response.text())").splitlines()]
    names = {line["pair"]: line.get("name") for line in lines if "file" in line}
    taps = [line["json"] for line in lines if names.get(line.get("pair")) == "taps" and "number" in line]
    expect(lines[0]["airwave"] == 1 and taps == [1, 2, 3, 4, 5], "the recording has all values", lines[:3], taps)



def check_not_encoded(page):
    """What the page says of values that have no JSON, while they are recorded, and in a recording."""
    recorded = {"bytes": 2e6, "full": False, "textOnly": ["opaque"], "notEncoded": [{"pair": "taps", "values": 2, "reason": "no place"}]}
    words = page.evaluate(f"inspector.app.snapshot.recorded = {json.dumps(recorded)}; inspector.show(); [document.getElementById('size').textContent, document.getElementById('size').title]")
    expect(words[0] == "2.0 MB, text only: opaque, not encoded: 2 of taps", "the page names values that are not encoded", words)
    expect(words[1].splitlines()[1:] == ["A test cannot play some values of taps: no place"], "and why", words)
    lines = [{"airwave": 1}, {"pair": 1, "name": "taps"}, {"at": 0, "pair": 1, "number": 1, "text": "1", "json": 1},
             {"at": 1, "pair": 1, "number": 2, "text": "2", "error": "no place"}, {"at": 2, "end": True}]
    page.evaluate(f"inspector.openText({json.dumps(chr(10).join(map(json.dumps, lines)))}, 'x')")
    pair = page.evaluate("(({ total, note }) => ({ total, note }))(inspector.app.pairs.get(1))")
    expect(pair == {"total": 2, "note": "1 value not encoded: no place"}, "a recording names them, too", pair)
    page.evaluate("document.getElementById('open').click()")
    page.eventually("document.getElementById('player').hidden && inspector.app.pairs.size > 5")



def check_opening(program, page):
    """A recording that has filled up is saved, and opened in the page."""
    page.evaluate("document.getElementById('record').click()")
    page.eventually("inspector.app.snapshot.recording")
    program.send("play")
    program.send("fill")
    expect(page.eventually("!inspector.app.snapshot.recording && inspector.app.snapshot.recorded.full && !document.getElementById('download').hidden"), "a recording that is full can be saved")
    text = page.evaluate("fetch(document.getElementById('download').href).then((response) => response.ok ? response.text() : '')")
    lines = text.splitlines()
    expect('"full":true' in lines[-1], "and says that it is full", lines[-1:])
    taps = next(json.loads(line)["pair"] for line in lines if '"name":"taps"' in line)
    number = next(json.loads(line)["number"] for line in lines if f'"pair":{taps},' in line and '"number"' in line) + 1
    damaged = [line for line in lines if not f'"pair":{taps},"number":{number},' in line]
    damaged.insert(5, '{"at":0.1,"pair":')
    damaged = "\n".join(damaged)
    page.evaluate(f"globalThis.recording_ = {json.dumps(damaged)}; inspector.openText(recording_, 'folder/<b>.jsonl')")
    expect(page.eventually("!document.getElementById('player').hidden && inspector.app.view === 'marbles'"), "the page opens a recording")
    note = page.evaluate("document.getElementById('player-note').textContent")
    expect("1 value of taps is missing" in note and "1 line cannot be read: 6" in note and "full" in note, "and says what is missing", note)
    count = f"inspector.app.pairs.get({taps}).total"
    expect(page.evaluate(count) == 4, "it has the values", page.evaluate(count))
    page.evaluate("document.getElementById('seek').value = 0; document.getElementById('seek').oninput()")
    expect(page.evaluate(count) == 0, "one can go back in it", page.evaluate(count))
    page.evaluate("document.getElementById('seek').value = document.getElementById('seek').max; document.getElementById('seek').oninput()")
    page.evaluate(f"inspector.choose({taps})")
    expect(page.eventually("document.querySelectorAll('#history button').length === 4"), "with the values before")
    # Until the marbles are drawn.
    page.evaluate("new Promise((done) => setTimeout(done, 300))")
    page.picture("recording")
    expect("no recording" in page.evaluate("(() => { try { inspector.openText('Dear diary', 'x'); return ''; } catch (error) { return error.message; } })()"), "another file is refused")
    page.evaluate("document.getElementById('open').click()")
    expect(page.eventually("document.getElementById('player').hidden && document.getElementById('state-text').textContent === 'running'"), "and the program is shown again")
    path = page.browser.pictures / "recording.jsonl"
    path.write_text(text)
    viewer = subprocess.Popen([BUILD / "release/airwave-inspect", path], stdout=subprocess.PIPE, text=True)
    other = page.browser.open(viewer.stdout.readline().split()[0])
    expect(other.eventually(f"globalThis.inspector?.app.recording && {count} === 5"), "a recording is opened without the program")
    expect(not other.errors, "without errors", other.errors)
    other.close()
    viewer.kill()
    viewer.wait()



def check_network(page):
    refused = "fetch('http://127.0.0.1:9/').then(() => 'reached', () => 'refused')"
    page.evaluate("globalThis.violations = []; document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective))")
    expect(page.evaluate(refused) == "refused" and page.eventually("violations.includes('connect-src')"), "the page can reach no other address")
