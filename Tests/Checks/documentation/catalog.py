#!/usr/bin/env python3
"""Copies the documentation catalog of a module, with links between pages in the form that DocC resolves.

The pages link to each other as on GitHub, where most people read them: `[State](State.md#store-it)`, and to a page of
another module as `[Views](../../AirwaveUI/Documentation.docc/Views.md)`. The lists of topics, which only DocC shows,
have `doc:` links, and are copied as they are. Fails if a page or a heading does not exist.

usage: Tests/Checks/documentation/catalog.py MODULE FOLDER
"""

import pathlib
import re
import shutil
import sys

SITE = "https://airwave-swift.github.io/Airwave/documentation"
LINK = re.compile(r"\]\((?:([\w./-]+)\.md)?(?:#([\w-]+))?\)")


def headings(page):
    """The anchor of each heading, as DocC writes it, by its anchor on GitHub."""
    texts = re.findall(r"^#+ +(.+)$", page.read_text(), re.MULTILINE)
    anchors = [re.sub(r"[^\w -]", "", text).strip().replace(" ", "-") for text in texts]
    return {anchor.lower(): anchor for anchor in anchors}


def main(module, folder):
    catalog = pathlib.Path("Sources", module, "Documentation.docc")
    target = pathlib.Path(folder)
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(catalog, target)
    faults = []
    for page in sorted(catalog.glob("*.md")):

        def resolved(link):
            name, anchor = link.groups()
            if not (name or anchor):
                return link[0]
            other = (catalog / f"{name}.md").resolve() if name else page.resolve()
            found = headings(other) if other.exists() else None
            if found is None or anchor and anchor not in found:
                faults.append(f"{page}: no heading or page for {link[0][1:]}")
                return link[0]
            fragment = f"#{found[anchor]}" if anchor else ""
            if other.parent == catalog.resolve():
                return f"](doc:{other.stem}{fragment})"
            module = other.parents[1].name
            path = module if other.stem == module else f"{module}/{other.stem}"
            return f"]({SITE}/{path.lower()}{fragment})"

        text = page.read_text()
        (target / page.name).write_text(LINK.sub(resolved, text))
        body = text.split("## Topics")[0]
        faults += [f"{page}: {link} is no link on GitHub" for link in re.findall(r"\(doc:[^)]*\)|@Image\(", body)]
    sys.exit("\n".join(faults) or None)


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
