"""The servers and clients of a run, each a process that can be killed, stopped and started again."""

import os
import random
import shutil
import signal
import socket
import subprocess
import time

import oracle
from network import Network

# The stream that keeps everything, and the one that keeps little.
STREAM, SHORT = "values", "few"
# How many messages the second stream keeps.
LIMIT = 2_000
# How many values a reader hears of those that were there before it.
REPLAY = 150


class Broken(Exception):
    """Something has ended, or has not, against its promise."""


def port():
    """Returns a port that nothing listens to, below those that the system gives to connections."""
    while True:
        number = random.randrange(10_000, 30_000)
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", number)):
                return number


class Process:
    process = None

    def launch(self, command, output):
        with open(output, "ab") as file:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=file)

    @property
    def runs(self):
        return self.process is not None and self.process.poll() is None

    def send(self, number):
        if self.runs:
            self.process.send_signal(number)

    def pause(self):
        self.send(signal.SIGSTOP)

    def go_on(self):
        self.send(signal.SIGCONT)

    def kill(self):
        self.send(signal.SIGKILL)
        if self.process:
            self.process.wait()
        self.process = None


class Server(Process):
    def __init__(self, number, folder, ports, routes):
        self.name, self.folder, self.port = str(number), folder / str(number), ports[number]
        self.folder.mkdir()
        self.network = Network(self.port)
        urls = ", ".join(f'"nats-route://127.0.0.1:{route}"' for route in routes)
        (self.folder / "server.conf").write_text(f"""
            server_name: "{number}"
            listen: "127.0.0.1:{self.port}"
            jetstream {{ store_dir: "{self.folder}/streams" }}
            cluster {{ name: "three", listen: "127.0.0.1:{routes[number]}", routes: [{urls}], no_advertise: true }}
        """)

    def start(self):
        path = os.environ["PATH"] + ":/usr/sbin:/usr/local/bin"
        self.launch([shutil.which("nats-server", path=path), "-c", self.folder / "server.conf"], self.folder / "log")


class Client(Process):
    """A process of `party`, which is started again and again: each time is a life with a log of its own."""

    def __init__(self, storm, name, role, subject=STREAM):
        self.storm, self.name, self.role, self.subject = storm, name, role, subject
        self.lives, self.closing = 0, None

    def log(self, life):
        return self.storm.folder / f"{self.name}{life}.log"

    @property
    def logs(self):
        return [oracle.lines(self.log(life)) for life in range(1, self.lives + 1) if self.log(life).exists()]

    @property
    def handled(self):
        return max((position for log in self.logs for position, _ in oracle.heard(log)), default=0)

    def start(self):
        name = f"{self.name}{self.lives + 1}"
        words = {"sender": lambda: [name], "pair": lambda: [name, REPLAY], "behind": lambda: [self.handled],
                 "slow": lambda: [self.handled], "warm": lambda: [REPLAY]}[self.role]()
        self.lives, self.closing = self.lives + 1, None
        urls = ",".join(f"nats://127.0.0.1:{server.network.port}" for server in self.storm.servers)
        limit = LIMIT if self.subject == SHORT else 0
        command = [self.storm.party, urls, self.subject, self.log(self.lives), limit, self.role, *words]
        self.launch([str(word) for word in command], self.storm.folder / f"{self.name}{self.lives}.output")

    def close(self):
        self.go_on()
        self.closing = time.monotonic()
        self.send(signal.SIGTERM)

    def look(self):
        """Notices that it has ended."""
        if self.process is None:
            return
        code = self.process.poll()
        if code is None:
            if self.closing and time.monotonic() - self.closing > 90:
                raise Broken(f"{self.name}{self.lives} has not closed after 90 s")
        elif self.closing is None or code:
            output = (self.storm.folder / f"{self.name}{self.lives}.output").read_text(errors="replace")
            # A crash says first what it is, and the log last what came before it.
            last = " ".join(self.logs[-1][-1]) if self.logs and self.logs[-1] else ""
            raise Broken(f"{self.name}{self.lives} has ended with {code}, after '{last}': {output.strip()[:2000]}")
        else:
            self.process = None
