"""The network between clients and a server: it holds back what the server says, and cuts connections."""

import socket
import threading


class Network:
    def __init__(self, server_port):
        self.server_port = server_port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
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
            for source, target, may_pass in ((client, server, None), (server, client, self.answers)):
                threading.Thread(target=self.pump, args=(source, target, may_pass), daemon=True).start()

    def pump(self, source, target, may_pass):
        try:
            while data := source.recv(1 << 16):
                if may_pass:
                    may_pass.wait()
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            self.end(end)

    @staticmethod
    def end(end):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        end.close()

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
