"""Three servers, several processes, and what fails: processes are killed, stopped, closed and started again."""

import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import time

import oracle
import wire

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
        urls = ", ".join(f'"nats-route://127.0.0.1:{route}"' for route in routes)
        (self.folder / "server.conf").write_text(f"""
            server_name: "{number}"
            listen: "127.0.0.1:{self.port}"
            jetstream {{ store_dir: "{self.folder}/streams" }}
            cluster {{ name: "three", listen: "127.0.0.1:{routes[number]}", routes: [{urls}] }}
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
        words = {"sender": lambda: [f"{self.name}{self.lives + 1}"], "pair": lambda: [f"{self.name}{self.lives + 1}", REPLAY],
                 "behind": lambda: [self.handled], "slow": lambda: [self.handled], "warm": lambda: [REPLAY]}[self.role]()
        self.lives, self.closing = self.lives + 1, None
        urls = ",".join(f"nats://127.0.0.1:{server.port}" for server in self.storm.servers)
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
            raise Broken(f"{self.name}{self.lives} has ended with {code}: {output[-2000:]}")
        else:
            self.process = None


class Storm:
    def __init__(self, party, folder, seed):
        self.party, self.folder = party, pathlib.Path(folder)
        self.random = random.Random(seed)
        ports, routes = [port() for _ in range(3)], [port() for _ in range(3)]
        self.servers = [Server(number, self.folder, ports, routes) for number in range(3)]
        self.clients = [
            Client(self, "A-", "sender"), Client(self, "B-", "sender"), Client(self, "C-", "pair"),
            Client(self, "reader-", "behind"), Client(self, "slow-", "slow"), Client(self, "warm-", "warm"),
            Client(self, "D-", "sender", SHORT), Client(self, "few-", "behind", SHORT),
        ]
        self.agenda, self.counts, self.faults = [], {}, []

    @property
    def ports(self):
        return [server.port for server in self.servers]

    def later(self, seconds, action):
        self.agenda.append((time.monotonic() + seconds, action))

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def run(self, seconds):
        """Lets things fail for some time, and then everything end in calm. Returns a sentence."""
        try:
            for server in self.servers:
                server.start()
            wire.asked(self.ports, lambda connection: connection.ask("$JS.API.INFO"))
            for client in self.clients:
                client.start()
            self.later(5, self.break_a_server)
            self.later(1, self.break_a_client)
            self.work(seconds)
            self.calm()
            return self.judge()
        except (Broken, wire.Silent, AssertionError) as broken:
            self.faults.append(str(broken))
            return ""
        finally:
            for process in self.clients + self.servers:
                process.kill()

    def work(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(0.02)
            now = time.monotonic()
            due = [entry for entry in self.agenda if entry[0] <= now]
            self.agenda = [entry for entry in self.agenda if entry[0] > now]
            for _, action in due:
                action()
            for client in self.clients:
                client.look()

    def break_a_server(self):
        draw, server = self.random, self.random.choice(self.servers)
        if draw.random() < 0.6:
            try:
                leader = wire.Connection(self.random.choice(self.ports), 1).leader(STREAM)
                server = next((server for server in self.servers if server.name == leader), server)
            except wire.Silent:
                pass
        kind = draw.choices(["kill", "pause", "step down", "kill two", "kill all"], [40, 25, 25, 5, 5])[0]
        self.count(f"{kind}" if kind == "step down" else f"{kind} (servers)")
        time_out = draw.choice([draw.uniform(0.1, 1), draw.uniform(1, 6)])
        if kind == "step down":
            try:
                wire.Connection(server.port, 1).ask(f"$JS.API.STREAM.LEADER.STEPDOWN.{STREAM}", seconds=0.5)
            except wire.Silent:
                pass
        elif kind == "pause":
            server.pause()
            self.later(time_out, server.go_on)
        else:
            others = [other for other in self.servers if other is not server]
            for killed in [server] + {"kill": [], "kill two": others[:1], "kill all": others}[kind]:
                killed.kill()
                self.later(time_out + draw.uniform(0, 0.5), killed.start)
        self.later(time_out + draw.choice([draw.uniform(0.5, 3), draw.uniform(4, 15)]), self.break_a_server)

    def break_a_client(self):
        draw = self.random
        self.later(draw.uniform(0.1, 1.5), self.break_a_client)
        client = draw.choice(self.clients)
        if not client.runs or client.closing:
            return
        # What a process had to report that is killed is not known: the reader of few messages is not.
        kind = draw.choices(["kill", "pause", "close"], [0 if client.name == "few-" else 40, 35, 25])[0]
        self.count(f"{kind} (clients)")
        if kind == "pause":
            client.pause()
            self.later(draw.choice([draw.uniform(0.01, 0.5), draw.uniform(0.5, 5), draw.uniform(5, 15)]), client.go_on)
        elif kind == "kill":
            client.kill()
            self.later(draw.uniform(0, 1), client.start)
        else:
            client.close()
            self.start_again(client)

    def start_again(self, client):
        """Starts a client that closes, once it has ended."""
        if client.runs or client.process is not None:
            self.later(0.1, lambda: self.start_again(client))
        else:
            client.start()

    def calm(self):
        """Everything runs. The senders close, and the readers hear the rest."""
        self.agenda = [entry for entry in self.agenda if entry[1] not in (self.break_a_server, self.break_a_client)]
        for process in self.servers + self.clients:
            process.go_on()
        # What was to start again starts.
        self.work(8)
        wire.asked(self.ports, lambda connection: connection.leader(STREAM))
        self.until(lambda: all(client.runs and not client.closing for client in self.clients), 100, "not all processes run")
        self.work(10)
        senders = [client for client in self.clients if client.role == "sender"]
        for client in senders:
            client.close()
        self.until(lambda: not any(client.runs for client in senders), 100, "the senders do not end")
        # Its own values are those that it must hear.
        self.work(3)
        pair = next(client for client in self.clients if client.role == "pair")
        pair.close()
        self.until(lambda: not pair.runs, 100, "the pair does not end")
        self.messages = {name: wire.asked(self.ports, lambda connection, name=name: connection.read(name)) for name in (STREAM, SHORT)}
        self.oracle, self.short = oracle.Oracle(self.messages[STREAM]), oracle.Oracle(self.messages[SHORT])
        readers = [client for client in self.clients if client.role not in ("sender", "pair")]
        end = {STREAM: self.oracle.heard[-1][0], SHORT: self.short.messages and max(self.short.messages)}

        def are_done():
            return all(client.handled >= end[STREAM] for client in readers if client.subject == STREAM)

        try:
            self.until(are_done, 60, "")
        except Broken:
            pass  # The comparison says what is missing.
        self.work(1)
        for client in readers:
            client.close()
        self.until(lambda: not any(client.runs for client in readers), 100, "the readers do not end")

    def until(self, condition, seconds, sentence):
        end = time.monotonic() + seconds
        while not condition():
            self.work(0.2)
            if time.monotonic() > end:
                raise Broken(f"{sentence} after {seconds} s")

    def judge(self):
        judge, stored = self.oracle, 0
        doubtful = 0
        limited = None
        for client in self.clients:
            logs = client.logs
            for life, log in enumerate(logs, 1):
                name, is_last = f"{client.name}{life}", life == len(logs)
                stored += sum(words[0] == "stored" for words in log)
                if client.role in ("sender", "pair"):
                    own = judge if client.subject == STREAM else self.short
                    if client.subject == STREAM:
                        doubtful += judge.sent(name, log, is_last) or 0
                if client.role in ("pair", "warm"):
                    judge.joined(name, log, REPLAY, is_last and client.role == "warm")
                if client.subject == STREAM and any(words[0] in ("missed", "unread") for words in log):
                    judge.fault(f"{name} reports: {next(' '.join(words) for words in log if words[0] in ('missed', 'unread'))}")
            if client.subject == STREAM and client.role in ("behind", "slow"):
                judge.resumed(client.name, logs)
            elif client.role == "behind":
                senders = [(f"{other.name}{life}", log) for other in self.clients if other.role == "sender" and other.subject == SHORT
                           for life, log in enumerate(other.logs, 1)]
                limited = judge.limited(client.name, logs, senders)
        self.faults += judge.faults
        heard = sum(len(oracle.heard(log)) for client in self.clients for log in client.logs)
        lives = sum(client.lives for client in self.clients)
        failed = ", ".join(f"{what} {count}" for what, count in sorted(self.counts.items()))
        return (f"{len(judge.messages)} messages stored, {len(judge.heard)} of them the next of their sender; {heard} heard in {lives} "
                f"lives; {stored} acknowledged; {doubtful} heard though reported; of a short stream {limited[0]} values missed, "
                f"{limited[1]} reported; {failed}")
