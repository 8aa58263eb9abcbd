#!/usr/bin/env python3
"""Tests the server with clients on loopback: each client must hear the expected events, and no listener may be left.

usage: Tests/Checks/clients/server/drive.py PROGRAM      (see run.sh)
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("drive: needs Python 3.11 or later")

import asyncio
import os
import pathlib
import re
import signal
import socket
import time

# The time limit of each wait, for busy machines. No figure depends on it.
PATIENCE = 20 * 60
CLIENTS = 200
EVENTS = 1_000
SLOW_CLIENTS = 20
SLOW_EVENTS = 20_000
LARGE_EVENT = b"x" * 1_000


class Fault(Exception):
    pass


def expect(actual, expected, what):
    if actual != expected:
        raise Fault(f"{what}: {actual} instead of {expected}")


class Server:
    """A process of the server, for as long as the context lasts."""

    def __init__(self, program):
        self.program = program

    async def __aenter__(self):
        self.process = await asyncio.create_subprocess_exec(self.program, stdout=asyncio.subprocess.PIPE)
        line = (await self.process.stdout.readline()).decode()
        if not line.startswith("port "):
            raise Fault(f"the server says {line!r}")
        self.port = int(line.split()[1])
        return self

    async def __aexit__(self, *_):
        if self.process.returncode is None:
            self.process.kill()
            await self.process.wait()

    async def request(self, method, path, body=b""):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        answer = await reader.read()
        writer.close()
        status = answer.split(b" ", 2)[1]
        if status[:1] != b"2":
            raise Fault(f"{method} {path}: {answer!r}")
        return answer.partition(b"\r\n\r\n")[2].decode()

    async def broadcast(self, text, times):
        await self.request("POST", f"/events?times={times}", text)

    async def wait_for_listeners(self, count):
        while int(await self.request("GET", "/listeners")) != count:
            await asyncio.sleep(0.01)

    def memory(self, field):
        """Returns VmRSS, the resident memory of the process, or VmHWM, its maximum, in kB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{field}:\s+(\d+) kB", status).group(1))

    def processor_time(self):
        """Returns the processor time of the process in seconds, including that of the kernel."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def shut_down(self):
        """Ends the server, and expects that no listener is left. Returns the seconds that this took."""
        start = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        said = (await self.process.stdout.read()).decode()
        expect(await self.process.wait(), 0, "status of the server")
        expect(said, "0 listeners\n", "the server's last words")
        return time.monotonic() - start


class Client:
    """A client of the stream."""

    @classmethod
    async def connected(cls, server, query="", last_id=None, buffer=None):
        connection = socket.socket()
        if buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        connection.setblocking(False)
        await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", server.port))
        client = cls()
        # The smallest limit, so that little is read for a client that does not read.
        client.reader, client.writer = await asyncio.open_connection(sock=connection, limit=2_048)
        resuming = "" if last_id is None else f"Last-Event-ID: {last_id}\r\n"
        client.writer.write(f"GET /events{query} HTTP/1.1\r\nHost: localhost\r\n{resuming}\r\n".encode())
        return client

    async def hear(self, count):
        """Returns the numbers of the next events."""
        numbers = []
        while len(numbers) < count:
            line = await self.reader.readline()
            if not line:
                raise Fault(f"a stream ends after {len(numbers)} of {count} events")
            if line.startswith(b"id: "):
                numbers.append(int(line[4:]))
        return numbers

    async def hear_end(self):
        """Expects that the response ends completely, without another event."""
        rest = await self.reader.read()
        if b"id: " in rest or not rest.endswith(b"0\r\n\r\n"):
            raise Fault(f"a stream ends with {rest!r}")

    def disconnect(self):
        self.writer.transport.abort()


async def streams(program):
    async with Server(program) as server:
        clients = [await Client.connected(server, "?keep=all") for _ in range(CLIENTS)]
        await server.wait_for_listeners(CLIENTS)
        start, worked = time.monotonic(), server.processor_time()
        hearing = [asyncio.create_task(client.hear(EVENTS)) for client in clients]
        await server.broadcast(b"an event", EVENTS)
        for numbers in await asyncio.gather(*hearing):
            expect(numbers, list(range(1, EVENTS + 1)), "what a client hears")
        seconds, worked = time.monotonic() - start, server.processor_time() - worked
        print(
            f"server: {CLIENTS} clients heard {EVENTS} events each, all in order, in {seconds:.1f} s;"
            f" the server worked for {worked:.2f} s"
        )

        late = await Client.connected(server)
        expect(await late.hear(10), list(range(EVENTS - 9, EVENTS + 1)), "what a late client hears")
        resumed = await Client.connected(server, last_id=EVENTS - 3)
        expect(await resumed.hear(3), list(range(EVENTS - 2, EVENTS + 1)), "what a client hears that resumes")

        for client in clients[: CLIENTS // 2]:
            client.disconnect()
        # No event is broadcast during this time.
        await server.wait_for_listeners(CLIENTS // 2 + 2)
        print(f"server: {CLIENTS // 2} clients disconnected, and their listeners ended without a broadcast")

        ends = [asyncio.create_task(client.hear_end()) for client in clients[CLIENTS // 2 :] + [late, resumed]]
        seconds = await server.shut_down()
        await asyncio.gather(*ends)
        print(f"server: shut down with {len(ends)} streams, each ended as a whole response, in {seconds:.2f} s; 0 listeners")


async def slow_clients(program, query, what):
    """Returns the memory that 20 clients that do not read cost, in kB."""
    async with Server(program) as server:
        clients = [await Client.connected(server, query, buffer=4_096) for _ in range(SLOW_CLIENTS)]
        await server.wait_for_listeners(SLOW_CLIENTS)
        # The first event of this size allocates memory that does not belong to the clients.
        await server.broadcast(LARGE_EVENT, 1)
        before = server.memory("VmRSS")
        # In batches, so that the server writes until the connections of the clients are full.
        for _ in range(SLOW_EVENTS // 10):
            await server.broadcast(LARGE_EVENT, 10)
        cost = server.memory("VmHWM") - before
        print(f"server: {SLOW_CLIENTS} clients that do not read, {SLOW_EVENTS} events of 1 kB, {what}: {cost / 1_024:.1f} MB")
        if "all" in query:
            for client in clients:
                client.disconnect()
            await server.wait_for_listeners(0)
        seconds = await server.shut_down()
        if "all" not in query:
            print(f"server: shut down with {SLOW_CLIENTS} clients that do not read in {seconds:.2f} s; 0 listeners")
        return cost


async def run(program):
    await streams(program)
    bounded = await slow_clients(program, "", "the ten newest kept")
    shared = await slow_clients(program, "?keep=all", "all kept")
    copied = await slow_clients(program, "?keep=all&encode=each", "all kept, encoded by each listener")
    if bounded > 4 * 1_024:
        raise Fault(f"the ten newest events of {SLOW_CLIENTS} clients take {bounded} kB")
    # If all events do not cost much more, the clients were not slow, and the first figure means nothing.
    if shared < 4 * bounded or copied < 4 * shared:
        raise Fault(f"all events of {SLOW_CLIENTS} clients take {shared} kB, and {copied} kB in copies")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)

    async def limited():
        async with asyncio.timeout(PATIENCE):
            await run(sys.argv[1])

    asyncio.run(limited())


try:
    main()
except TimeoutError:
    sys.exit(f"drive: does not end in {PATIENCE} seconds")
except (Fault, OSError, ValueError) as error:
    sys.exit(f"drive: {error}")
