"""Says what each reader must have heard, from the stream as the server holds it, and compares.

The promise: a value is heard where the stream holds it, if it is the next of its sender there, and otherwise never.
The values name their sender and its life, and count from 0, so that no header is needed to know which is the next one.
A number that was given up is the exception: the message behind it says so.
"""

from collections import Counter


def numbers(message):
    """Returns the sender of a message, and the first and the last number that it stands for."""
    sender, number = message.text.rsplit(".", 1)
    return sender, int(number) - span(message.headers["Nats-Msg-Id"]), int(number)


def span(identity):
    """Returns how many numbers before its own a message stands for: the last number of its identity.

    Each digit has five bits, the lowest first, and says with the sixth whether another one follows.
    """
    values = [0]
    shift = 0
    for character in identity[12:]:
        digit = ord(character) - ord("0")
        values[-1] |= (digit & 31) << shift
        shift += 5
        if digit < 32:
            values.append(0)
            shift = 0
    return values[4]


def order(messages):
    """Returns what is heard of a stream: positions and values."""
    expected, heard = Counter(), []
    for message in messages:
        sender, first, number = numbers(message)
        if first <= expected[sender] <= number:
            expected[sender] = number + 1
            heard.append((message.sequence, message.text))
    return heard


def lines(path):
    """Returns the words of each line of a log."""
    with open(path, errors="replace") as file:
        return [line.split() for line in file]


def heard(log):
    return [(int(words[1]), words[2]) for words in log if words[0] == "heard"]


def differing(logs):
    """Returns the positions at which readers were sent different messages."""
    texts = {}
    for log in logs:
        for position, text in heard(log):
            texts.setdefault(position, set()).add(text)
    # A reader that hears no positions writes 0.
    return sorted(position for position, found in texts.items() if position and len(found) > 1)


class Oracle:
    def __init__(self, messages):
        self.messages = {message.sequence: message.text for message in messages}
        self.heard = order(messages)
        self.position = {text: position for position, text in self.heard}
        self.faults = []

    def fault(self, sentence):
        self.faults.append(sentence)

    def compare(self, name, actual, expected):
        """Compares what a reader has heard with what it should have. One fault for each reader is enough."""
        for index, (is_value, was) in enumerate(zip(expected, actual)):
            if is_value == was:
                continue
            position, text = was
            if index > 0 and position and position <= actual[index - 1][0]:
                return self.fault(f"{name} hears {text} at {position} after it was at {actual[index - 1][0]}")
            if was not in set(expected):
                where = f"at {position}, where it is not the next one of its sender" if position else "out of order"
                return self.fault(f"{name} hears {text} {where}; {is_value[1]} at {is_value[0]} comes next")
            return self.fault(f"{name} does not hear {is_value[1]} at {is_value[0]}, and goes on with {text} at "
                              f"{position}")
        if len(actual) > len(expected):
            return self.fault(f"{name} hears {actual[len(expected)]}, which is not in the order of the stream")
        if len(actual) < len(expected):
            return self.fault(f"{name} does not hear {len(expected) - len(actual)} values, from "
                              f"{expected[len(actual)]} on")

    def resumed(self, name, logs):
        """A reader that has gone on behind the last position that it has handled, in each of its lives."""
        actual = [entry for log in logs for entry in heard(log)]
        self.compare(name, actual, self.heard)

    def joined(self, name, log, count, is_complete):
        """A reader that has begun with the last values. If it hears no positions, those of the order are taken."""
        actual = [(position or self.position.get(text, 0), text) for position, text in heard(log)]
        if not actual:
            return
        begin = next((index for index, entry in enumerate(self.heard) if entry == actual[0]), None)
        if begin is None:
            return self.fault(f"{name} begins with {actual[0]}, which is not the next one of its sender there")
        self.compare(name, actual, self.heard[begin:] if is_complete else self.heard[begin:begin + len(actual)])
        replayed = next((int(words[1]) for words in log if words[0] == "listening"), count)
        if replayed < count and begin > 0:
            self.fault(f"{name} is made with {replayed} of the last {count} values")

    def sent(self, sender, log, is_calm):
        """A sender: what was acknowledged is in the stream, and what is not in the stream is reported."""
        stored = [(int(words[1]), int(words[2])) for words in log if words[0] == "stored"]
        for number, position in stored:
            text = f"{sender}.{number}"
            if self.messages.get(position) != text:
                return self.fault(f"{text} was acknowledged at {position}, where the stream has "
                                  f"{self.messages.get(position)}")
            if self.position.get(text, position + 1) > position:
                return self.fault(f"{text} was acknowledged at {position}, and no reader hears it there or before")
        count = max([int(words[1]) for words in log if words[0] == "sent"], default=0)
        ended = any(words[0] == "closed" for words in log)
        if not ended:
            return None
        reported = {words[1] for words in log if words[0] == "unsent"}
        reported |= {f"{sender}.{words[1]}" for words in log if words[0] == "refused" and words[1].isdecimal()}
        known = reported | self.position.keys()
        lost = [number for number in range(count) if f"{sender}.{number}" not in known]
        if lost:
            self.fault(f"{sender} has closed, and {len(lost)} of {count} values are neither heard nor reported: "
                       f"{lost[:5]}")
        if is_calm and reported:
            self.fault(f"{sender} reports {len(reported)} values while all servers run: {sorted(reported)[:3]}")
        return len([text for text in reported if text in self.position])

    def limited(self, name, logs, senders):
        """A reader of a stream that drops messages: what it has not heard is reported."""
        actual = [entry for log in logs for entry in heard(log)]
        for before, after in zip(actual, actual[1:]):
            if after[0] <= before[0]:
                return self.fault(f"{name} hears {after} after {before}")
        newest = {}
        for position, text in actual:
            sender, number = text.rsplit(".", 1)
            if int(number) <= newest.get(sender, -1):
                return self.fault(f"{name} hears {text} after {sender}.{newest[sender]}")
            newest[sender] = int(number)
            if self.messages.get(position, text) != text:
                return self.fault(f"{name} hears {text} at {position}, where the stream has {self.messages[position]}")
        stored = {f"{sender}.{words[1]}" for sender, log in senders for words in log if words[0] == "stored"}
        lost = stored - {text for _, text in actual}
        missed = sum(int(words[1]) for log in logs for words in log if words[0] == "missed")
        if len(lost) > missed:
            self.fault(f"{name} misses {len(lost)} values that were acknowledged, and {missed} are reported")
        return len(lost), missed
