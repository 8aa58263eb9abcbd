"""Reads a stream of a NATS server over a plain socket, with no code that Airwave uses."""

import json
import re
import socket
import time
from dataclasses import dataclass


class Silent(Exception):
    """The server has not answered in time, or the connection is lost."""


@dataclass
class Message:
    sequence: int
    headers: dict
    text: str


class Connection:
    def __init__(self, port, seconds=5):
        try:
            self.socket = socket.create_connection(("127.0.0.1", port), timeout=seconds)
            self.input = self.socket.makefile("rb")
            self.version = tuple(int(number) for number in re.findall(r'"version":"(\d+)\.(\d+)', self.line())[0])
            options = {"verbose": False, "headers": True, "no_responders": True, "lang": "python", "version": "1"}
            self.write(f"CONNECT {json.dumps(options)}\r\nSUB oracle.* 1\r\n")
        except OSError as error:
            raise Silent(str(error)) from error
        self.count = 0

    def close(self):
        self.socket.close()

    def write(self, text):
        self.socket.sendall(text.encode())

    def line(self):
        line = self.input.readline()
        if not line:
            raise Silent("the connection is lost")
        return line.decode().rstrip("\r\n")

    def next(self):
        """Returns the subject, the reply, the headers and the payload of the next message."""
        while True:
            words = self.line().split(" ")
            if words[0] == "PING":
                self.write("PONG\r\n")
            elif words[0] in ("MSG", "HMSG"):
                size, head = int(words[-1]), int(words[-2]) if words[0] == "HMSG" else 0
                data = self.input.read(size + 2)[:-2]
                names = words[1:-2] if words[0] == "HMSG" else words[1:-1]
                return names[0], names[2] if len(names) > 2 else "", data[:head].decode(), data[head:]

    def publish(self, subject, request):
        self.count += 1
        body = json.dumps(request) if request is not None else ""
        self.write(f"PUB {subject} oracle.{self.count} {len(body.encode())}\r\n{body}\r\n")
        return f"oracle.{self.count}"

    def ask(self, subject, request=None, seconds=5):
        """Returns the answer of the server."""
        try:
            self.socket.settimeout(seconds)
            inbox = self.publish(subject, request)
            while True:
                to, _, head, data = self.next()
                if to == inbox:
                    if not data:
                        raise Silent(head.strip())
                    answer = json.loads(data)
                    if "error" in answer:
                        raise Silent(answer["error"].get("description", ""))
                    return answer
        except OSError as error:
            raise Silent(str(error)) from error

    def leader(self, stream):
        return self.ask(f"$JS.API.STREAM.INFO.{stream}", seconds=1)["cluster"].get("leader")

    def read(self, stream):
        """Returns all messages of a stream. Ends only when it has every sequence that the stream has."""
        state = self.ask(f"$JS.API.STREAM.INFO.{stream}")["state"]
        if state.get("num_deleted"):
            raise AssertionError("messages were deleted, which nothing does")
        found, next_sequence = [], max(1, state["first_seq"])
        while next_sequence <= state["last_seq"]:
            config = {"deliver_policy": "by_start_sequence", "opt_start_seq": next_sequence, "ack_policy": "none",
                      "inactive_threshold": 60_000_000_000}
            request = {"stream_name": stream, "config": config}
            name = self.ask(f"$JS.API.CONSUMER.CREATE.{stream}", request)["name"]
            while next_sequence <= state["last_seq"]:
                pulled = self.pull(stream, name, next_sequence)
                if not pulled:
                    # The replica that serves this consumer may lag: another consumer may be elsewhere.
                    break
                found += pulled
                next_sequence = pulled[-1].sequence + 1
        return found

    def pull(self, stream, consumer, next_sequence):
        found = []
        try:
            self.socket.settimeout(10)
            request = {"batch": 2_000, "no_wait": True}
            inbox = self.publish(f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{consumer}", request)
            while len(found) < 2_000:
                to, reply, head, data = self.next()
                if to == inbox and not reply.startswith("$JS.ACK."):
                    break
                words = reply.split(".")
                sequence = int(words[5] if len(words) == 9 else words[7])
                if sequence == next_sequence:
                    headers = dict(re.findall(r"(?m)^([\w-]+): ?(.*?)\r?$", head))
                    found.append(Message(sequence, headers, data.decode()))
                    next_sequence += 1
        except OSError as error:
            raise Silent(str(error)) from error
        return found


def asked(ports, ask, seconds=60):
    """Returns what the first server answers that answers. Tries for a while."""
    end, reason = time.monotonic() + seconds, None
    while time.monotonic() < end:
        for port in ports:
            try:
                connection = Connection(port)
                try:
                    return ask(connection)
                finally:
                    connection.close()
            except Silent as error:
                reason = error
        time.sleep(0.2)
    raise Silent(f"no server has answered for {seconds} s: {reason}")
