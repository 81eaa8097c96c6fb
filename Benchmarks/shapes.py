#!/usr/bin/env python3
"""Compares the rule of run.py with Lua and lua-cjson on logs that the profile of the compiler was not made with.

    Benchmarks/shapes.py [--events 500000] [--emitted 0.05] [--rounds 5] [--perilune FILE] [--only NAME]

Events of 4 KB, events of 120 bytes, and events in which values are nested 60 deep. As in the log of run.py, half are link drills, and
the rule emits one in twenty; --emitted 0.5 makes it one in two. A ratio is that of CPU times, the median of the rounds.
"""

import argparse
import json
import os
import random
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from runner import answers, cases  # noqa: E402
from runner.measure import interleaved, run  # noqa: E402

HERE = Path(__file__).resolve().parent
GOAL = 4.0
HOSTS = ["", "bi.example.com", "bi-eu.example.com"]
ACCOUNTS = ["D3A9E8514C0FE1B76A20C88D5F9B7E14", "7C41B05E4D3396FA1E8B7290CD46A85D"]
# The fraction of events that the rule emits.
emitted = 0.05


def report(pick):
    """The report of a link: one of an account so often that the rule emits the fraction of all events, half of which are links."""
    return pick.choice(ACCOUNTS) if pick.random() < min(1, 2 * emitted) else f"{pick.getrandbits(128):032X}"


def link(pick):
    return f"mstr://{pick.choice(HOSTS)}?evt=2001&reportID={report(pick)}&region={pick.choice(['EMEA', 'APAC', 'AMER'])}"


def event(number, data, pick):
    kind = "link.drill" if pick.random() < 0.5 else "view.open"
    return {"id": str(number), "source": "/app", "type": kind, "data": data}


def narrow(number, pick):
    return event(number, {"url": f"mstr://?evt=2001&oID={report(pick)}"}, pick)


def wide(number, pick):
    members = {f"member{index}": pick.choice([f"value {pick.random()}", pick.randrange(1 << 30), True, None])
               for index in range(170)}
    return event(number, {"url": link(pick), **members}, pick)


def deep(number, pick):
    value = {"end": number}
    for level in range(60):
        value = {"level": level, "inside": value} if level % 2 else [level, value]
    return event(number, {"url": link(pick), "tree": value}, pick)


SHAPES = {"narrow": narrow, "wide": wide, "deep": deep}


def write(path, shape, events):
    """The log of a shape; returns its size."""
    pick = random.Random(42)
    with path.open("w") as log:
        for number in range(events):
            log.write(json.dumps(SHAPES[shape](number, pick), separators=(",", ":")) + "\n")
    return path.stat().st_size


def measure(shape, log, folder, options):
    """The ratio to Lua, after a comparison of the answers."""
    ours, theirs = folder / "ours.jsonl", folder / "theirs.jsonl"
    command = [part.format(log=log, out=ours) for part in cases.perilune_command(options.perilune, "rule.lua")]
    results, failures = interleaved(options.rounds, [
        ("lua", lambda _: run(["lua5.4", HERE / "peers/rule.lua", log], stdout=theirs)),
        (f"perilune, {shape}", lambda _: run([*command, "--no-config"])),
    ], lambda text: print(text, file=sys.stderr, flush=True))
    if failures:
        sys.exit("\n".join(failures.values()))
    if (problem := answers.check_rule(ours, answers.values(theirs)).problem):
        sys.exit(f"{shape}: {problem}")
    lua, perilune = results["lua"], results[f"perilune, {shape}"]
    return perilune.ratio(lua, "cpu"), perilune.median("cpu"), lua.median("cpu")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=500_000, help="events of a log; a tenth of them in wide ones")
    parser.add_argument("--emitted", type=float, default=emitted, help="the fraction of events that the rule emits")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", choices=SHAPES)
    parser.add_argument("--perilune", type=Path, default=HERE.parent / ".build/release/perilune")
    options = parser.parse_args()
    globals()["emitted"] = options.emitted
    if missing := cases.lua_missing("lua5.4"):
        sys.exit(missing)
    print(f"{'shape':8} {'bytes':>6} {'ratio':>6} {'goal':>5}  {'CPU seconds, Lua':>17}")
    for shape in [options.only] if options.only else SHAPES:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            log = folder / f"{shape}.jsonl"
            events = options.events // 10 if shape == "wide" else options.events
            size = write(log, shape, events)
            ratio, ours, theirs = measure(shape, log, folder, options)
        print(f"{shape:8} {size / events:6.0f} {ratio:5.1f}x {GOAL:4.1f}x  {ours:8.2f} {theirs:8.2f}", flush=True)


if __name__ == "__main__":
    main()
