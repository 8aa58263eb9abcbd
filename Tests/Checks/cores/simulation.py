"""Simulates threads that broadcast without pause, each on a core of its own, by the cache lines that they transfer.

A core that accesses a line which another core has written waits for a transfer, as it does for a write to a line that
another core has read. A line serves one transfer at a time, in the order of the requests. A core keeps a line until the
next request arrives: half a transfer after its own.
"""

import collections
import heapq
import math

# Nanoseconds. An instruction and an atomic instruction take as long as in a broadcast on one thread.
INSTRUCTION = 0.1
LOCKED = 3
YIELD = 1_000
# A sleep of 50 microseconds, and waking up.
SLEEP = 100_000
# The atomic instructions on the reference count of a request: in a push, and in its delivery.
RETAIN_ATOMICS, RELEASE_ATOMICS = 2, 1
FLOOR_ATOMICS = 4


class Line:
    """A cache line, and until when each core may read and write it."""

    def __init__(self, last=None):
        self.readable = collections.defaultdict(lambda: 0, {} if last is None else {last: math.inf})
        self.writable = collections.defaultdict(lambda: 0, {} if last is None else {last: math.inf})
        self.free_at = 0

    def access(self, core, writes, now, machine):
        """Returns when a core has the line."""
        if now < (self.writable if writes else self.readable)[core]:
            return now
        arrival = now
        if self.readable:
            now = self.free_at = max(now, self.free_at) + machine.transfer
            if machine.keeps_lines:
                arrival = now - machine.transfer / 2
        # The other cores have the line until the request arrives.
        for cores in (self.writable, self.readable) if writes else (self.writable,):
            for other, end in cores.items():
                cores[other] = min(end, arrival)
        self.readable[core] = math.inf
        if writes:
            self.writable[core] = math.inf
        return now


class Machine:
    """Runs threads: generators of steps. A step is a line or None, whether it writes, and its own time."""

    def __init__(self, transfer=0, keeps_lines=True):
        self.transfer, self.keeps_lines = transfer, keeps_lines
        self.now = 0

    def run(self, threads, until):
        queue = [(0.0, core) for core in range(len(threads))]
        while queue:
            self.now, core = heapq.heappop(queue)
            if self.now > until:
                return
            line, writes, cost = next(threads[core])
            start = self.now if line is None else line.access(core, writes, self.now, self)
            heapq.heappush(queue, (start + cost, core))


def pause(time):
    return (None, False, time)


class Pair:
    """A pair with one listener. Its steps are those of `Gate`, `Channel` and `AnyChannel+HandingOver`.

    `costs` has the instructions of a broadcast, of a push, and of the delivery of a pushed value.
    """

    def __init__(self, machine, costs):
        self.machine, self.costs = machine, costs
        # The words of a channel that threads write are on one line. The counter is the work of the listener.
        self.gate, self.counter = Line(), Line()
        self.is_busy = self.is_offered = False
        # Counts the changes of the word of the gate: a compare-exchange succeeds if there was none since the load.
        self.changes = 0
        self.stack, self.taken = [], collections.deque()
        self.pending = self.delivered = 0
        self.atomics = collections.Counter()

    def thread(self):
        while True:
            yield from self.broadcast()

    def load(self):
        return (self.gate, False, 1)

    def atomic(self, operation):
        self.atomics[operation] += 1
        return (self.gate, True, LOCKED)

    def compute(self, path):
        return pause(self.costs[path] * INSTRUCTION)

    def change(self, **words):
        self.changes += 1
        vars(self).update(words)

    def broadcast(self):
        yield self.load()
        yield self.atomic("enter")
        if self.is_busy:
            yield from self.push()
            return
        self.change(is_busy=True)
        yield self.compute("broadcast")
        yield from self.deliver()
        yield from self.leave()

    def deliver(self):
        yield (self.counter, True, 1)
        self.delivered += 1

    def leave(self):
        """Leaves the gate, or performs what was pushed, and leaves."""
        while True:
            yield self.atomic("leave")
            if not self.stack:
                self.change(is_busy=False)
                return
            if (yield from self.perform_all()):
                return

    def push(self):
        # The memory of a request was last used by the thread that delivered another request.
        request = Line(last="another")
        yield (request, True, RETAIN_ATOMICS * LOCKED)
        yield self.compute("push")
        while True:
            yield self.load()
            if not self.is_busy:
                yield self.atomic("enter")
                if not self.is_busy:
                    self.change(is_busy=True)
                    yield from self.deliver()
                    yield from self.settle()
                    return
                continue
            changes = self.changes
            yield self.atomic("push")
            if changes == self.changes:
                break
        self.change(stack=self.stack + [request])
        yield self.atomic("count")
        self.pending += 1
        yield self.load()
        if self.pending > 1_000 and not self.is_offered:
            yield pause(SLEEP)
        if self.is_offered and (yield from self.take_over()):
            yield from self.settle()

    def settle(self):
        if not (yield from self.perform_all()):
            yield from self.leave()

    def perform_all(self):
        """Performs all requests. Returns whether another thread is the owner now."""
        count, start, patience = 0, self.machine.now, self.machine.now
        while True:
            if not self.taken:
                yield self.atomic("take")
                self.taken.extend(self.stack)
                self.change(stack=[])
                for request in self.taken:
                    yield (request, True, 1)
            if not self.taken:
                yield self.atomic("count")
                self.pending -= count
                return False
            yield (self.taken.popleft(), True, RELEASE_ATOMICS * LOCKED)
            yield self.compute("delivery")
            yield from self.deliver()
            count += 1
            if count < 64 and self.machine.now - start < 1_000_000:
                continue
            yield self.atomic("count")
            self.pending -= count
            is_patient = self.pending > 500 and self.machine.now - patience >= 1_000_000
            if (yield from self.hand_over(is_patient)):
                return True
            count, start = 0, self.machine.now
            patience = self.machine.now if is_patient else patience

    def hand_over(self, is_patient):
        yield self.atomic("offer")
        self.change(is_offered=True)
        for wait in [1] * 100 + [YIELD] * 2 + [SLEEP] * 3 * is_patient:
            if not self.is_offered:
                return True
            yield self.load() if wait == 1 else pause(wait)
        return not (yield from self.take_over())

    def take_over(self):
        yield self.atomic("take over")
        if not self.is_offered:
            return False
        self.change(is_offered=False)
        return True


class Floor:
    """The floor: a mutex around an array of listeners, which is retained. No thread waits for the holder of the mutex,
    only for its line."""

    def __init__(self, machine, costs):
        self.costs = costs
        self.mutex, self.array, self.counter = Line(), Line(), Line()
        self.delivered = 0

    def thread(self):
        while True:
            yield (self.mutex, True, LOCKED)
            yield (self.array, True, LOCKED)
            yield (self.mutex, True, LOCKED)
            yield pause(self.costs["floor"] * INSTRUCTION)
            yield (self.counter, True, 1)
            self.delivered += 1
            yield (self.array, True, LOCKED)


def rate(kind, costs, threads, pairs, machine, until):
    """Returns the values that a number of threads deliver in a nanosecond, on a number of pairs."""
    made = [kind(machine, costs) for _ in range(pairs)]
    machine.run([made[index % pairs].thread() for index in range(threads)], until)
    return sum(pair.delivered for pair in made) / until


def atomics(**words):
    """Returns the atomic instructions of a broadcast on a pair."""
    pair = Pair(Machine(), collections.defaultdict(int))
    vars(pair).update(words)
    for _ in pair.leave() if pair.stack else pair.broadcast():
        pass
    return sum(pair.atomics.values())


def alone():
    """Returns the atomic instructions of a broadcast on one thread."""
    return atomics()


def pushing():
    """Returns the atomic instructions of a broadcast while another one is being delivered."""
    return atomics(is_busy=True) + RETAIN_ATOMICS


def delivering(count):
    """Returns the atomic instructions of an owner that leaves after some values were pushed."""
    return atomics(is_busy=True, stack=[Line() for _ in range(count)]) + count * RELEASE_ATOMICS
