#!/usr/bin/env python3
"""Kills `perilune serve` and `perilune process --store` at random points while sinks of a plugin get their records.

    Tests/Runs/sinks.py [--kills 200] [--seed 1] [--perilune FILE]

One sink is quick, one is slow and gets emitted values instead of records, and one fails for a while, again and again. Events
are sent to serve until they are accepted; process reads a log. In the end each sink must have the record or the value of each
event exactly once after removing repetitions by number, and in order; repetitions are counted, and are at most one batch a
kill. The exit code is 1 if anything is lost, doubled or out of order.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULE = 'return { on = "test.*", execute = function(event, commander) commander:emit(event.id, "ids") end }\n'
SETTINGS = """return { scripts = "rule.lua", plugins = { libraries = { "./libsinks.so" } },
  outputs = { ids = { sink = "slow" } } }
"""
HEAD = b'{"first":'
SINKS = ("quick", "slow", "fragile")


class Server:
    def __init__(self, perilune, folder):
        self.process = subprocess.Popen(
            [perilune, "serve", "--listen", "127.0.0.1:0", "--store", "events.db", "--records", "records.jsonl"],
            cwd=folder, stderr=subprocess.PIPE, text=True, env={**os.environ, "SINKS": str(folder)})
        self.address = None
        for line in self.process.stderr:
            if "http://" in line:
                self.address = line.split("http://")[1].split()[0].rstrip("/,")
                break
        else:
            sys.exit("serve did not start")
        # The pipe must not fill up.
        subprocess.Popen(["cat"], stdin=self.process.stderr, stdout=subprocess.DEVNULL)

    def send(self, ids):
        events = [{"specversion": "1.0", "id": str(i), "source": "s", "type": "test.made"} for i in ids]
        request = urllib.request.Request(
            f"http://{self.address}/events", json.dumps(events).encode(),
            {"Content-Type": "application/cloudevents-batch+json"})
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return answer.status < 300
        except (urllib.error.URLError, ConnectionError, TimeoutError, OSError):
            return False

    def end(self, number):
        self.process.send_signal(number)
        self.process.wait()


def deliveries(file):
    """The number and text of each record that a sink got; a write that a kill cut off does not count."""
    # Each write begins with an empty line, so that its first line is whole whatever is before it.
    lines = [line for line in file.read_bytes().split(b"\n") if line] if file.exists() else []
    heads = [at for at, line in enumerate(lines) if line.startswith(HEAD) and is_whole(line)]
    found = []
    for at, end in zip(heads, [*heads[1:], len(lines)]):
        head, batch = json.loads(lines[at]), lines[at + 1:end]
        if len(batch) == head["count"] and is_whole(batch[-1]):
            found.append([(head["first"] + number, text) for number, text in enumerate(batch)])
    return found


def is_whole(text):
    try:
        json.loads(text)
        return True
    except ValueError:
        return False


def check(folder, name, sent, kills):
    batches = deliveries(folder / name)
    seen, repeated, highest = {}, 0, 0
    for batch in batches:
        for number, text in batch:
            if number in seen:
                repeated += 1
                if seen[number] != text:
                    return f"{name}: record {number} is another one when it is repeated"
            elif number != highest + 1:
                return f"{name}: record {number} follows {highest}"
            seen[number] = text
            highest = max(highest, number)
    values = [json.loads(text) for text in seen.values()]
    ids = sorted(int(value["event"] if isinstance(value, dict) else value) for value in values)
    if ids != list(range(sent)):
        return f"{name}: {len(ids)} records of {sent} events"
    largest = max(len(batch) for batch in batches)
    print(f"{name}: {len(ids)} records, {repeated} repeated, largest batch {largest}")
    if repeated > kills * largest:
        return f"{name}: more than a batch was repeated for each kill"
    return None


def toggle_sink(folder, dice, share):
    if dice.random() < share:
        (folder / "down").touch()
    elif dice.random() < 0.5:
        (folder / "down").unlink(missing_ok=True)


def prepare(folder):
    (folder / "rule.lua").write_text(RULE)
    (folder / "perilune.lua").write_text(SETTINGS)
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-pthread", "-I",
         str(ROOT / "Sources/CPerilunePlugin/include"), "-o", str(folder / "libsinks.so"),
         str(ROOT / "Tests/Runs/sinks.c")], check=True)


def serve(perilune, folder, dice, kills):
    """Sends events to a server that is killed again and again; answers how many events and kills."""
    sent = 0
    for _ in range(kills):
        toggle_sink(folder, dice, 0.3)
        server = Server(perilune, folder)
        end = time.monotonic() + dice.uniform(0.0, 0.4)
        while time.monotonic() < end:
            count = dice.randint(1, 50)
            if server.send(range(sent, sent + count)):
                sent += count
        server.end(signal.SIGKILL)
    (folder / "down").unlink(missing_ok=True)
    # What was sent and not answered may be accepted: sent again, it is known.
    server = Server(perilune, folder)
    while not server.send(range(sent, sent + 50)):
        time.sleep(0.1)
    for _ in range(1200):
        with urllib.request.urlopen(f"http://{server.address}/metrics") as answer:
            if b"perilune_outbox_fill_ratio 0\n" in answer.read():
                break
        time.sleep(0.1)
    server.end(signal.SIGTERM)
    return sent + 50, kills


def process(perilune, folder, dice, most):
    """Processes a log in a run that is killed again and again; answers how many events and kills."""
    events, kills = 60_000, 0
    with open(folder / "log.jsonl", "w") as log:
        for number in range(events):
            log.write(json.dumps({"specversion": "1.0", "id": str(number), "source": "s", "type": "test.made"}) + "\n")
    run = [perilune, "process", "log.jsonl", "--store", "run.db", "--records", "records.jsonl", "-o", "out.jsonl",
           "--summary", "none", "--workers", str(dice.randint(1, 2)), "--max-outbox", "3000000"]
    environment = {**os.environ, "SINKS": str(folder)}
    while kills < most:
        toggle_sink(folder, dice, 0.3)
        child = subprocess.Popen(run, cwd=folder, env=environment, stderr=subprocess.DEVNULL)
        try:
            if child.wait(dice.uniform(0.01, 2)) == 0:
                return events, kills
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            kills += 1
    (folder / "down").unlink(missing_ok=True)
    subprocess.run(run, cwd=folder, env=environment, check=True)
    return events, kills


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--perilune", default=str(ROOT / ".build/debug/perilune"))
    options = parser.parse_args()
    dice = random.Random(options.seed)
    wrong = 0
    for run in serve, process:
        left = options.kills
        while left > 0:
            with tempfile.TemporaryDirectory() as folder:
                folder = Path(folder)
                prepare(folder)
                events, kills = run(options.perilune, folder, dice, left)
                left -= max(kills, 1)
                problems = [text for name in SINKS if (text := check(folder, name, events, kills))]
                records = (folder / "records.jsonl").read_text().splitlines()
                if sorted(int(json.loads(text)["event"]) for text in records) != list(range(events)):
                    problems.append(f"records.jsonl: {len(records)} records of {events} events")
            print(f"{run.__name__}: {kills} kills, {events} events, {len(problems)} problems", flush=True)
            for text in problems:
                print(text)
            wrong += len(problems)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
