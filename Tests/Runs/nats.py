#!/usr/bin/env python3
"""Kills `perilune serve`, and the NATS server, at random points while events go from one stream to another.

    Tests/Runs/nats.py [--kills 6] [--events 6000] [--seed 1] [--perilune FILE] [--server nats-server]

A stream gets events, of which some are published twice and some are not events. A rule emits a value for each event to an
output that publishes it to a second stream. In the end each event must have one record, each value must be in the second
stream once, and each message that is not an event in the stream for dead letters. The exit code is 1 otherwise.
"""

import argparse
import collections
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from nats_client import Client, Server

ROOT = Path(__file__).resolve().parents[2]
RULE = 'return { on = "test.*", execute = function(event, commander) commander:emit({ id = event.id }, "big") end }\n'
SETTINGS = """return { scripts = "rule.lua",
  plugins = { nats = { servers = { "%s" }, sources = { { stream = "IN", dead = "dead.in" } } } },
  outputs = { big = { sink = "nats", subject = "out.values", timeout = 2 } },
}
"""


class Perilune:
    """`perilune serve` in a folder."""

    def __init__(self, program, folder):
        self.log = open(folder / "log", "a+")
        self.process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", "--store", "events.db", "--records", "records.jsonl"],
            cwd=folder, stdout=subprocess.DEVNULL, stderr=self.log)

    def end(self, number):
        start = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(60)
        self.log.close()
        return time.monotonic() - start


def event(number):
    return {"specversion": "1.0", "id": str(number), "source": "s", "type": "test.made"}


def run(arguments, folder, dice):
    (folder / "nats").mkdir()
    server = Server(arguments.server, folder / "nats")
    (folder / "rule.lua").write_text(RULE)
    (folder / "perilune.lua").write_text(SETTINGS % server.url)
    client = Client(server.port)
    for stream, subject in (("IN", "in.>"), ("OUT", "out.>"), ("DEAD", "dead.>")):
        client.create(stream, subject)
    perilune, sent, bad, server_kills = Perilune(arguments.perilune, folder), 0, 0, 0
    share = arguments.events // arguments.kills
    for kill in range(arguments.kills):
        values = [event(sent + number) for number in range(share)]
        # Twice, and what is not an event.
        values += [event(dice.randrange(sent + share)) for _ in range(20)] + [b"{bad %d" % kill]
        client.publish("in.a", values)
        sent, bad = sent + share, bad + 1
        time.sleep(dice.uniform(0.05, 0.6))
        if kill % 3 == 2:
            server.kill()
            time.sleep(dice.uniform(0, 0.3))
            server.start()
            client = Client(server.port)
            server_kills += 1
        else:
            perilune.end(signal.SIGKILL)
            perilune = Perilune(arguments.perilune, folder)
    # Messages that were not acknowledged come again after 30 seconds.
    for _ in range(900):
        if client.count("OUT") >= sent and client.count("DEAD") >= bad and pending(client) == 0:
            break
        time.sleep(0.1)
    stopped = perilune.end(signal.SIGTERM)
    problems = check(folder, client, sent, bad)
    server.kill()
    print(f"{sent} events, {arguments.kills - server_kills} kills of perilune, {server_kills} of the server, "
          f"stopped in {stopped:.2f} s: {'; '.join(problems) or 'none lost, none doubled'}")
    if problems:
        print((folder / "log").read_text()[-3000:], file=sys.stderr)
    return not problems


def pending(client):
    consumer = client.request("$JS.API.CONSUMER.INFO.IN.perilune")
    return consumer["num_pending"] + consumer["num_ack_pending"]


def check(folder, client, sent, bad):
    problems = []
    records = [json.loads(line)["event"] for line in open(folder / "records.jsonl")]
    values = [json.loads(value)["id"] for value in client.messages("OUT")]
    for name, found in (("records", records), ("values", values)):
        counts = collections.Counter(found)
        lost = [number for number in range(sent) if str(number) not in counts]
        doubled = [number for number, count in counts.items() if count > 1]
        if lost or doubled or len(counts) != sent:
            problems.append(f"{name}: {len(lost)} lost, {len(doubled)} doubled of {sent}")
    dead = client.messages("DEAD")
    if sorted(dead) != sorted(b"{bad %d" % number for number in range(bad)):
        problems.append(f"dead letters: {len(dead)} of {bad}")
    if pending(client):
        problems.append(f"{pending(client)} messages are not acknowledged")
    return problems


def missing_library(arguments, folder):
    """Without libnats, serve runs, and says what to install."""
    library = folder / "lib"
    library.mkdir()
    (library / "libnats.so.3.4").touch()
    (folder / "perilune.lua").write_text('return { plugins = { nats = { sources = { { stream = "IN" } } } } }\n')
    process = subprocess.Popen(
        [arguments.perilune, "serve", "--listen", "127.0.0.1:0", "--store", "events.db"], cwd=folder,
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
        env={**os.environ, "LD_LIBRARY_PATH": str(library)})
    said = ""
    for line in process.stderr:
        said += line
        if "install the package" in line:
            break
    process.send_signal(signal.SIGTERM)
    process.wait(60)
    if "cannot load libnats" in said and "libnats3.4" in said:
        print("without libnats: the error names the package")
        return True
    print(f"without libnats: {said}", file=sys.stderr)
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--events", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--perilune", type=Path, default=ROOT / ".build/debug/perilune")
    parser.add_argument("--server", default="/usr/sbin/nats-server")
    arguments = parser.parse_args()
    arguments.perilune = arguments.perilune.resolve()
    passed = True
    for part in (lambda folder: run(arguments, folder, random.Random(arguments.seed)),
                 lambda folder: missing_library(arguments, folder)):
        with tempfile.TemporaryDirectory() as name:
            passed = part(Path(name)) and passed
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
