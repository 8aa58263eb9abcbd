"""Three servers, several clients, and what fails: processes are killed, stopped, closed and started again."""

import pathlib
import random
import time

import oracle
import wire
from judge import judge
from processes import SHORT, STREAM, Broken, Client, Server, port


class Storm:
    def __init__(self, party, folder, seed, majority=False):
        self.party, self.folder, self.majority = party, pathlib.Path(folder), majority
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

    def count(self, what, process):
        """Counts what is broken, and writes it down."""
        self.counts[what] = self.counts.get(what, 0) + 1
        with open(self.folder / "events", "a") as file:
            print(f"{time.strftime('%H:%M:%S')} {what}: {process.name}", file=file)

    def run(self, seconds):
        """Lets things fail for some time, and then everything end in calm. Returns a sentence."""
        try:
            for server in self.servers:
                server.start()
            wire.asked(self.ports, self.make_stream)
            for client in self.clients:
                client.start()
            self.later(5, self.break_a_server)
            self.later(1, self.break_a_client)
            self.later(1, self.break_a_network)
            # For so long that the stream has dropped messages.
            few = next(client for client in self.clients if client.name == "few-")
            self.later(8, few.pause)
            self.later(15, few.go_on)
            self.work(seconds)
            self.calm()
            return judge(self)
        except (Broken, wire.Silent, AssertionError) as broken:
            self.faults.append(str(broken))
            return ""
        finally:
            for process in self.clients + self.servers:
                process.kill()
            for server in self.servers:
                server.network.close()

    @staticmethod
    def make_stream(connection):
        """Makes the stream that keeps everything. The other one is made by those who use it."""
        config = {"name": STREAM, "subjects": [STREAM], "num_replicas": 3}
        # The server forgets identities soon, so that copies are stored. In a cluster of version 2.9 each server forgets
        # them at a time of its own, and then stores messages that the others do not.
        if connection.version >= (2, 11):
            config["duplicate_window"] = 200_000_000
        connection.ask(f"$JS.API.STREAM.CREATE.{STREAM}", config)

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
        weights = {"kill": 40, "pause": 25, "step down": 25} | ({"kill two": 5, "kill all": 5} if self.majority else {})
        kind = draw.choices(list(weights), list(weights.values()))[0]
        self.count(kind if kind == "step down" else f"{kind} (servers)", server)
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
        self.later(time_out + draw.choice([draw.uniform(0.2, 2), draw.uniform(2, 9)]), self.break_a_server)

    def break_a_client(self):
        draw = self.random
        self.later(draw.uniform(0.1, 1.5), self.break_a_client)
        client = draw.choice(self.clients)
        if not client.runs or client.closing:
            return
        # What a process had to report that is killed is not known: the reader of few messages is not.
        kind = draw.choices(["kill", "pause", "close"], [0 if client.name == "few-" else 40, 35, 25])[0]
        self.count(f"{kind} (clients)", client)
        if kind == "pause":
            client.pause()
            self.later(draw.choice([draw.uniform(0.01, 0.5), draw.uniform(0.5, 5), draw.uniform(5, 15)]), client.go_on)
        elif kind == "kill":
            client.kill()
            self.later(draw.uniform(0, 1), client.start)
        else:
            self.close(client)

    def close(self, client):
        if client.runs and not client.closing:
            client.close()
            self.start_again(client)

    def break_a_network(self):
        """What the clients of a server publish is lost, or they do not hear what it says and lose their connections."""
        draw, server = self.random, self.random.choice(self.servers)
        kind = draw.choices(["lose", "cut", "part"], [45, 45, 10])[0]
        self.count(f"{kind} (networks)", server)
        if kind == "lose":
            server.network.lose(draw.choice([0.02, 0.3]))
            self.later(draw.uniform(0.1, 1.5), lambda: server.network.lose(0))
        elif kind == "part":
            # For longer than it takes a sender to close, which therefore has to report what it has not published.
            for each in self.servers:
                each.network.answers.clear()
                self.later(7, each.network.cut)
            senders = [client for client in self.clients if client.role == "sender" and client.subject == STREAM]
            sender = draw.choice(senders)
            self.later(0.5, lambda: self.close(sender))
        else:
            server.network.answers.clear()
            self.later(draw.choice([0, draw.uniform(0, 0.5), draw.uniform(0.5, 3)]), server.network.cut)
        self.later(draw.uniform(0.5, 5), self.break_a_network)

    def start_again(self, client):
        """Starts a client that closes, once it has ended."""
        if client.runs or client.process is not None:
            self.later(0.1, lambda: self.start_again(client))
        else:
            client.start()

    def calm(self):
        """Everything runs. The senders close, and the readers hear the rest."""
        breaking = (self.break_a_server, self.break_a_client, self.break_a_network)
        self.agenda = [entry for entry in self.agenda if entry[1] not in breaking]
        for process in self.servers + self.clients:
            process.go_on()
        # What was to start again starts.
        self.work(8)
        wire.asked(self.ports, lambda connection: connection.leader(STREAM))
        self.until(lambda: all(client.runs and not client.closing for client in self.clients), 100, "not all run")
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
        self.oracle = oracle.Oracle(wire.asked(self.ports, lambda connection: connection.read(STREAM)))
        self.short = oracle.Oracle(wire.asked(self.ports, lambda connection: connection.read(SHORT)))
        readers = [client for client in self.clients if client.role not in ("sender", "pair")]
        acknowledged = [int(words[2]) for client in senders for log in client.logs for words in log
                        if words[0] == "stored" and client.subject == SHORT]
        end = {STREAM: self.oracle.heard[-1][0], SHORT: max(acknowledged)}

        def are_done():
            return all(client.handled >= end[client.subject] for client in readers)

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
