"""Compares what all clients of a run have written with what the oracle says."""

import oracle
from processes import REPLAY, SHORT, STREAM


def judge(storm):
    """Adds what is wrong to the faults of a run. Returns a sentence about it."""
    whole, few = storm.oracle, storm.short
    counts = {"stored": 0, "heard": 0, "doubtful": 0, "lost": 0, "missed": 0}
    for client in storm.clients:
        logs = client.logs
        counts["stored"] += sum(words[0] == "stored" for log in logs for words in log)
        counts["heard"] += sum(len(oracle.heard(log)) for log in logs)
        if client.subject == STREAM:
            compare(client, logs, whole, counts)
        elif client.role == "behind":
            senders = [(f"{other.name}{life}", log) for other in storm.clients
                       if other.role == "sender" and other.subject == SHORT for life, log in enumerate(other.logs, 1)]
            counts["lost"], counts["missed"] = few.limited(client.name, logs, senders) or (0, 0)
    differing = oracle.differing(log for client in storm.clients if client.subject == STREAM for log in client.logs)
    if differing:
        storm.faults.append(f"the servers hold different messages at {len(differing)} positions, from {differing[0]} "
                            f"on: what follows may be theirs")
    storm.faults += whole.faults + few.faults
    lives = sum(client.lives for client in storm.clients)
    broken = ", ".join(f"{what} {count}" for what, count in sorted(storm.counts.items()))
    return (f"{len(whole.messages)} messages stored, {len(whole.heard)} of them the next of their sender; "
            f"{counts['heard']} heard in {lives} lives; {counts['stored']} acknowledged; {counts['doubtful']} heard "
            f"though reported; of a short stream {counts['lost']} not heard that were acknowledged, {counts['missed']} "
            f"reported as missed; {broken}")


def compare(client, logs, whole, counts):
    """Judges a client of the stream that keeps everything."""
    for life, log in enumerate(logs, 1):
        name, is_last = f"{client.name}{life}", life == len(logs)
        if client.role in ("sender", "pair"):
            counts["doubtful"] += whole.sent(name, log, is_last) or 0
        if client.role in ("pair", "warm"):
            whole.joined(name, log, REPLAY, is_last and client.role == "warm")
        report = next((" ".join(words) for words in log if words[0] in ("missed", "unread")), None)
        if report:
            whole.fault(f"{name} reports: {report}")
    if client.role in ("behind", "slow"):
        whole.resumed(client.name, logs)
