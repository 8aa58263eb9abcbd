"""The network between clients and a server: it loses what clients publish, holds back what the server says, and cuts
connections.
"""

import random
import socket
import threading


def messages(data):
    """Splits the bytes that a client has sent. Returns its messages, and the incomplete rest."""
    found, start = [], 0
    while (end := data.find(b"\r\n", start)) >= 0:
        line, end = data[start:end], end + 2
        if line.startswith((b"PUB ", b"HPUB ")):
            end += int(line.rsplit(b" ", 1)[1]) + 2
        if end > len(data):
            break
        found.append(data[start:end])
        start = end
    return found, data[start:]


class Network:
    def __init__(self, server_port):
        self.server_port = server_port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        # How probable it is that a message is lost, as a server loses what it was sent when another one leads.
        self.loss = 0
        # Cleared while nothing that the server says arrives: what it has stored is not acknowledged.
        self.answers = threading.Event()
        self.answers.set()
        self.pairs, self.lock = [], threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.server_port))
            except OSError:
                client.close()
                continue
            with self.lock:
                self.pairs.append((client, server))
            for pump in (self.ask, self.answer):
                threading.Thread(target=self.run, args=(pump, client, server), daemon=True).start()

    def run(self, pump, client, server):
        try:
            pump(client, server)
        except OSError:
            pass
        for end in (client, server):
            self.end(end)

    def ask(self, client, server):
        rest = b""
        while data := client.recv(1 << 16):
            found, rest = messages(rest + data)
            server.sendall(b"".join(each for each in found if not self.is_lost(each)))

    def is_lost(self, message):
        return self.loss > 0 and message.startswith((b"PUB ", b"HPUB ")) and random.random() < self.loss

    def answer(self, client, server):
        while data := server.recv(1 << 16):
            self.answers.wait()
            client.sendall(data)

    @staticmethod
    def end(end):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        end.close()

    def lose(self, probability):
        self.loss = probability

    def cut(self):
        """Ends all connections. What was held back is lost."""
        with self.lock:
            pairs, self.pairs = self.pairs, []
        for pair in pairs:
            for end in pair:
                self.end(end)
        self.answers.set()

    def close(self):
        self.listener.close()
        self.cut()
