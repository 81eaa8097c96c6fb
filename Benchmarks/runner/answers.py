"""Are the answers right? A fast tool that answers something else is not in the race."""

import json
from dataclasses import dataclass
from itertools import zip_longest

ADDED = b',"processed":true'

# The stride is a prime, so that it does not fall in step with anything in the corpus.
STRIDE = 101


@dataclass
class Verdict:
    """What is known of one answer; `problem` is empty where it is right."""

    lines: int = 0
    problem: str = ""
    same_bytes: float | None = None
    same_values: float | None = None


def check_rule(path, expected):
    """Compares an answer of the rule task with `expected`, a list of values, in order.

    Numbers compare as numbers, so a tool may spell them as it likes.
    """
    verdict = Verdict()
    with open(path, "rb") as answer:
        for number, (line, wanted) in enumerate(zip_longest(answer, expected), start=1):
            if line is None or wanted is None:
                verdict.problem = f"{'too few' if line is None else 'too many'} lines"
                return verdict
            if json.loads(line) != wanted:
                verdict.problem = f"line {number} differs: {line[:200].decode(errors='replace')}"
                return verdict
            verdict.lines = number
    return verdict


def values(path):
    with open(path, "rb") as answer:
        return [json.loads(line) for line in answer]


def check_rewrite(path, log, must_be_exact):
    """Compares an answer of the rewrite task with the log it was made from.

    Every tool owes one line an event. What it did to the rest of the event is sampled and shown;
    with `must_be_exact`, each line without the added member has to be the bytes it came from.
    """
    verdict = Verdict()
    sampled = bytes_kept = values_kept = 0
    with open(log, "rb") as events, open(path, "rb") as answer:
        for number, (event, line) in enumerate(zip_longest(events, answer), start=1):
            if event is None or line is None:
                verdict.problem = f"{'too few' if line is None else 'too many'} lines"
                return verdict
            verdict.lines = number
            sampling = number % STRIDE == 0
            if not (sampling or must_be_exact):
                continue
            exact = ADDED in line and line.replace(ADDED, b"", 1) == event
            if must_be_exact and not exact:
                verdict.problem = f"line {number} is not the event's bytes with a member more"
                return verdict
            if sampling:
                sampled += 1
                bytes_kept += exact
                values_kept += exact or same_event(event, line)
    if sampled:
        verdict.same_bytes = bytes_kept / sampled
        verdict.same_values = values_kept / sampled
    return verdict


def same_event(event, line):
    """Compares values; an empty array is not an empty object, and integers are exact."""
    answer = json.loads(line)
    return answer.pop("processed", None) is True and answer == json.loads(event)
