"""Waits for what must come, and says what does not."""

import time

failures = []
# A wait has no limit that a slow machine could pass. The first one that passes it is a fault, and those behind it are
# short, so that a check that has failed ends.
limit = 20 * 60


def expect(condition, sentence, *facts):
    print(("ok    " if condition else "FAIL  ") + sentence, *facts if not condition else (), flush=True)
    if not condition:
        failures.append(sentence)


def eventually(question):
    """Asks until the answer is true, and returns it. Returns the last answer if none is true for twenty minutes."""
    global limit
    end = time.monotonic() + limit
    while not (answer := question()):
        if time.monotonic() > end:
            limit = 5
            return answer
        time.sleep(0.05)
    return answer
