"""Drives headless Chromium over its DevTools protocol, with the standard library alone."""

import base64
import json
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import urllib.request

import waiting


class WebSocket:
    def __init__(self, port, path):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=waiting.limit)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(4096)
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        assert b" 101 " in head.split(b"\r\n")[0], head

    def send(self, text):
        data = text.encode()
        size = struct.pack("!BB", 0x81, 0x80 | len(data)) if len(data) < 126 else (
            struct.pack("!BBH", 0x81, 0xFE, len(data)) if len(data) < 65536 else struct.pack("!BBQ", 0x81, 0xFF, len(data))
        )
        # A mask of zeros leaves the text as it is.
        self.socket.sendall(size + bytes(4) + data)

    def take(self, count):
        while len(self.buffer) < count:
            part = self.socket.recv(1 << 16)
            if not part:
                raise EOFError
            self.buffer += part
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def receive(self):
        text = b""
        while True:
            first, length = self.take(2)
            length &= 0x7F
            if length == 126:
                (length,) = struct.unpack("!H", self.take(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self.take(8))
            text += self.take(length)
            if first & 0x80:
                return text.decode()


class Page:
    """A tab of the browser."""

    def __init__(self, browser, target):
        self.browser, self.target = browser, target["id"]
        self.socket = WebSocket(browser.port, "/devtools/page/" + target["id"])
        self.number, self.errors = 0, []
        self.call("Runtime.enable")
        # In time of the processor, so that other work of the machine does not count.
        self.call("Performance.enable", timeDomain="threadTicks")
        self.resize(800)

    def resize(self, height, width=1280):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def call(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.receive())
            if message.get("method") == "Runtime.exceptionThrown":
                self.errors.append(message["params"]["exceptionDetails"])
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(method + ": " + message["error"]["message"])
                return message["result"]

    def evaluate(self, script):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(script + ": " + json.dumps(result["exceptionDetails"])[:600])
        return result["result"].get("value")

    def eventually(self, script):
        return waiting.eventually(lambda: self.evaluate(script))

    def updated(self, count=2):
        """Waits until the page has shown some more snapshots of the program."""
        self.evaluate("globalThis.shown_ = new Set([inspector.app.snapshot])")
        return self.eventually(f"shown_.add(inspector.app.snapshot).size > {count}")

    def drawn(self):
        """Waits until the page has heard of its size, and is drawn."""
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")

    def worked(self):
        """Returns the time of the processor that the page has taken, in seconds."""
        metrics = self.call("Performance.getMetrics")["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    def key(self, key):
        code = {"Enter": 13, "Escape": 27, "ArrowLeft": 37, " ": 32}[key]
        for kind in ["keyDown", "keyUp"]:
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code)

    def dark(self):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])

    def picture(self, name):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        (self.browser.pictures / (name + ".png")).write_bytes(base64.b64decode(data))

    def close(self):
        self.browser.request("PUT", "/json/close/" + self.target)


class Browser:
    def __init__(self, pictures):
        program = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
        if not program:
            sys.exit("inspector: needs Chromium: apt-get install chromium")
        self.pictures = pictures
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="airwave-inspector-"))
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars"]
        self.process = subprocess.Popen(
            [program, *options, "--remote-debugging-port=0", f"--user-data-dir={self.folder}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        file = self.folder / "DevToolsActivePort"
        is_ready = lambda: file.exists() and "\n" in file.read_text()
        waiting.eventually(lambda: is_ready() or self.process.poll() is not None)
        if not is_ready():
            sys.exit("inspector: Chromium does not start")
        self.port = int(file.read_text().split()[0])

    def request(self, method, path):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method)
        return urllib.request.urlopen(request, timeout=waiting.limit).read()

    def open(self, address):
        page = Page(self, json.loads(self.request("PUT", "/json/new?" + address)))
        page.eventually("location.protocol === 'http:' && document.readyState === 'complete'")
        return page

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
