#!/usr/bin/env python3
"""Compiles and runs every Swift example of the README, the articles and the public comments.

A fenced block that begins with ```swift is a program of its own. Its lines that begin with "// " in the first column
are its expected output, which must be complete. A word after the language changes this:

  ```swift compile    the block is compiled, but not run: it would not end, or its output is not text
  ```swift continued  the block is compiled after the last one on the page that is not continued, and not run
  ```swift package    the block is part of a manifest, and is not compiled here
  ```swift library    the block is an extract of the source of the library, which must contain it word for word
  ```swift server     the block is an extract of the server in Tests/Checks/clients, which must contain it word for word
  ```swift relay      the same, of the service over NATS in Tests/Checks/clients
  ```swift uikit      the same, of the app for UIKit in Tests/Checks/clients
  ```swift swiftui    the same, of the app for SwiftUI in Tests/Checks/clients

usage: Tests/Checks/examples/run.py BUILD_DIRECTORY [TRAIT]      (such as .build/debug, after `swift build`)
       Tests/Checks/examples/run.py BUILD_DIRECTORY optimized    (.build/release, after `swift build -c release`)
       Tests/Checks/examples/run.py BUILD_DIRECTORY stand-ins    (.build-stand-ins/debug, after `Tests/Checks/stand-ins/run.sh --tests`)

With the trait NATS, the examples talk to a server, which listens on port 4222 of the loopback device meanwhile.

A module that is empty without a trait is left out. If the trait is named, only that module is checked, against a build
with the trait. A block that imports a framework of Apple's is left out. If stand-ins are named, only these blocks are checked,
against a build of the stand-ins; a block with `@main` is compiled, and not run. With `optimized`, the blocks that import
AirwaveTesting are compiled with optimization, as the body of a function, so that variables are released after their last use.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("examples: needs Python 3.11 or later")

import concurrent.futures
import contextlib
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
LIST = [line.split() for line in (ROOT / "Tests/Checks/modules").read_text().splitlines() if not line.startswith("#")]
# With the module that no product has for itself.
MODULES = (*(module for module, *traits in LIST if not traits), "Quiescence")
# The modules that need a trait.
PACKAGES = {"OpenCombine": ("OpenCombine", "COpenCombineHelpers"), "Inspector": ("FlyingFox", "FlyingSocks", "CSystemLinux")}
# The libraries that are linked with a trait, and the module maps of the headers of system libraries.
LIBRARIES = {"OpenCombine": "-lstdc++", "NATS": "-lnats", "Inspector": "-lFoundation"}
MAPS = {
    "NATS": ROOT / "Sources/CNATS/module.modulemap",
    # In the folder of the build.
    "Inspector": pathlib.Path("checkouts/FlyingFox/CSystemLinux/include/module.modulemap"),
}
# For each trait, the module that needs it, and the modules of the package that the trait adds.
TRAITS = {traits[0]: (module, PACKAGES.get(traits[0], ())) for module, *traits in LIST if traits}
# The files that must contain an extract.
EXTRACTS = {"library": ROOT / "Sources/Airwave"}
EXTRACTS |= {client: ROOT / "Tests/Checks/clients" / client / "Sources" for client in ("server", "relay", "uikit", "swiftui")}
# The frameworks that only Apple's platforms have, and the modules that are built with what stands in for them.
FRAMEWORKS = ("Combine", "UIKit", "AppKit", "WatchKit", "SwiftUI", "ObjectiveC")
STAND_INS = ("Airwave", "AirwaveFoundation", "AirwaveUI", "AirwaveCombine") + FRAMEWORKS
FENCE = re.compile(r"^```swift ?(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def sources(trait):
    folder = ROOT / "Sources"
    if trait:
        folder /= TRAITS[trait][0]
    else:
        yield ROOT / "README.md"
    omitted = () if trait else tuple(folder / module for module, _ in TRAITS.values())
    for path in sorted(folder.rglob("*.md")) + sorted(folder.rglob("*.swift")):
        if not any(path.is_relative_to(module) for module in omitted):
            yield path


def text(path):
    content = path.read_text()
    if path.suffix == ".md":
        return content
    # Other lines than comments become empty, so that the line numbers stay the same.
    lines = (re.match(r"\s*/// ?(.*)", line) for line in content.splitlines())
    return "\n".join(line.group(1) if line else "" for line in lines) + "\n"


def examples(trait):
    """The blocks to check: where each stands, what its fence says, and the code."""
    for path in sources(trait if trait in TRAITS else None):
        content = text(path)
        former = ""
        for block in FENCE.finditer(content):
            kind, code = block.groups()
            if kind == "continued":
                kind, code = "compile", former + code
            else:
                former = code
            if any(f"import {module}\n" in code for module in FRAMEWORKS) != (trait == "stand-ins"):
                continue
            if trait == "optimized" and (kind or "import AirwaveTesting\n" not in code):
                continue
            line = content.count("\n", 0, block.start()) + 1
            yield f"{path.relative_to(ROOT)}:{line}", kind, code


def stripped(code):
    return "\n".join(line.strip() for line in code.splitlines())


def is_extract(code, folder):
    return any(stripped(code) in stripped(path.read_text()) for path in folder.rglob("*.swift"))


def check(build, trait, directory, number, name, kind, code):
    if kind == "package":
        return None
    if kind in EXTRACTS:
        return None if is_extract(code, EXTRACTS[kind]) else f"{name}: does not stand in {EXTRACTS[kind].relative_to(ROOT)}"
    if trait == "stand-ins" and "@main\n" in code:
        kind = "compile"
    source = directory / f"example{number}" / ("App.swift" if "@main\n" in code else "main.swift")
    source.parent.mkdir()
    imports = "" if "import Airwave\n" in code else "import Airwave\n"
    body = code
    if trait == "optimized":
        # The lines keep their numbers.
        imports += "".join(line for line in code.splitlines(True) if line.startswith("import "))
        body = "\n".join("" if line.startswith("import ") else line for line in code.splitlines())
        body = f"func example() async throws {{ {body}\n}}\ntry await example()\n"
    source.write_text(f'{imports}#sourceLocation(file: "{name}", line: 1)\n{body}')
    program = source.parent / "program"
    # Only objects of present source files, because a build directory may contain objects of deleted files.
    modules = STAND_INS if trait == "stand-ins" else MODULES + ((TRAITS[trait][0],) if trait in TRAITS else ())
    objects = [
        str(build / f"{module}.build" / f"{path.name}.o")
        for module in modules
        for folder in (ROOT / "Sources", ROOT / "Tests/Checks/stand-ins/Sources")
        if (folder / module).is_dir() and not (folder / module).is_symlink()
        for path in (folder / module).rglob("*.swift")
    ]
    if trait in TRAITS:
        objects += [str(file) for module in TRAITS[trait][1] for file in (build / f"{module}.build").rglob("*.o")]
        objects.append(LIBRARIES[trait])
    command = ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-I", str(build / "Modules")]
    command += ["-O"] if trait == "optimized" else []
    command += ["-parse-as-library", str(source)] if source.name == "App.swift" else [str(source)]
    for module in TRAITS[trait][1] if trait in TRAITS else ():
        for map in (build / f"{module}.build").glob("module.modulemap"):
            command += ["-Xcc", f"-fmodule-map-file={map}"]
    if trait in MAPS:
        command += ["-Xcc", f"-fmodule-map-file={build.parents[1] / MAPS[trait]}"]
    command += ["-typecheck"] if kind == "compile" else ["-o", str(program), *objects]
    compiled = subprocess.run(command, capture_output=True, text=True)
    if compiled.returncode != 0:
        return f"{name}: does not compile\n{compiled.stdout}{compiled.stderr}"
    if kind == "compile":
        return None
    try:
        run = subprocess.run([str(program)], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120 if trait == "NATS" else 1200)
    except subprocess.TimeoutExpired:
        return f"{name}: does not end"
    expected = [line[3:] for line in code.splitlines() if line.startswith("// ")]
    if run.returncode != 0 or run.stdout.splitlines() != expected:
        return f"{name}: exit status {run.returncode}, printed\n{run.stdout}{run.stderr}instead of\n" + "\n".join(expected)
    return None


@contextlib.contextmanager
def server():
    """Runs a server of NATS, as the examples expect it."""

    def is_reached():
        with contextlib.closing(socket.socket()) as client:
            return client.connect_ex(("127.0.0.1", 4222)) == 0

    if is_reached():
        sys.exit("examples: port 4222 is used by another process")
    with tempfile.TemporaryDirectory() as folder:
        command = ["nats-server", "-js", "-a", "127.0.0.1", "-p", "4222", "-sd", folder]
        environment = os.environ | {"PATH": f"{os.environ['PATH']}:/usr/sbin"}
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while not is_reached():
                if process.poll() is not None:
                    sys.exit("examples: nats-server does not start")
                time.sleep(0.05)
            yield
        finally:
            process.terminate()
            process.wait()


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    trait = sys.argv[2] if len(sys.argv) > 2 else None
    if not (build / "Modules").is_dir():
        sys.exit(f"examples: nothing is built in {build}: run swift build first")
    if trait and trait not in (*TRAITS, "stand-ins", "optimized"):
        sys.exit(f"examples: no trait is named {trait}; known: {', '.join(TRAITS)}")
    found = list(examples(trait))
    surroundings = server() if trait == "NATS" else contextlib.nullcontext()
    with surroundings, tempfile.TemporaryDirectory() as directory, concurrent.futures.ThreadPoolExecutor(2) as pool:
        checks = [
            pool.submit(check, build, trait, pathlib.Path(directory), number, *example)
            for number, example in enumerate(found)
        ]
        failures = [failure for failure in (check.result() for check in checks) if failure]
    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"examples: {len(found) - len(failures)} of {len(found)} hold")
    sys.exit(1 if failures or not found else 0)


try:
    main()
except (OSError, ValueError, subprocess.SubprocessError) as error:
    sys.exit(f"examples: {error}")
