#!/usr/bin/env python3
"""Runs `perilune serve` under a mixed load, and checks that it needs no more at the end than at the beginning.

    Tests/Runs/soak.py [--seconds 3600] [--rate 200] [--seed 1] [--perilune FILE]

Batches of events are sent at a steady rate; some are sent twice, some make their rule fail, and some make it publish another
event. Meanwhile the rule is replaced by other versions, a part of which have errors; one sink is slow, one fails for a while
again and again; requests are malformed, or cut off in the middle; the quarantine is emptied. Memory, descriptors and threads
of the server are read once a second.

In the end the medians of the last quarter of the run may be no higher than those of the second quarter, but for the
allowances in LIMITS, and the counts must be exact: each sink has each record once after removing repetitions by number, and
the metrics have the numbers of events, repetitions, failures, rejected requests and reloads. The exit code is 1 otherwise.
"""

import argparse
import json
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from sinks import ROOT, Server, deliveries, prepare

RULE = """
local state = require "state"
return { on = "test.*", key = "source", execute = function(event, commander)
  state.count = (state.count or 0) + 1
  local text = {}
  for i = 1, 50 do text[i] = event.id .. i end
  if event.data.fail then error("as asked") end
  if event.data.publish then commander:publish { type = "note.made", data = { of = event.id } } end
  commander:emit(event.id, "ids")
end } -- version %d
"""
NOTES = 'return { on = "note.made", execute = function() end }\n'
# The store's pages are kept in memory, up to 32 MB: few deliveries, so that it soon has its full size.
SETTINGS = """return { scripts = { "rule.lua", "notes.lua" }, plugins = { libraries = { "./libsinks.so" } },
  outputs = { ids = { sink = "slow" } }, sources = { maxDeliveries = 10000 } }
"""
# By how much the last quarter may exceed the second: a share, and an amount.
LIMITS = {"resident kB": (0.05, 8192), "descriptors": (0, 4), "threads": (0, 2)}


class Load:
    """What has been sent, and what it must lead to."""

    def __init__(self, perilune, folder, dice):
        self.perilune, self.folder, self.dice = perilune, folder, dice
        self.sent = self.failing = self.publishing = self.repeated = self.malformed = 0
        self.refused_versions = self.versions = 0
        self.held = []
        self.server = Server(perilune, folder)

    def request(self, path, body=None, kind="application/cloudevents-batch+json"):
        try:
            with urllib.request.urlopen(urllib.request.Request(
                    f"http://{self.server.address}{path}", body, {"Content-Type": kind}), timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, ""

    def send(self, count):
        """A batch of new events, until it is accepted; sometimes once more."""
        events, fails, publishes = [], 0, 0
        for number in range(self.sent, self.sent + count):
            data = {"fail": self.dice.random() < 0.01, "text": "x" * self.dice.randint(0, 400)}
            data["publish"] = not data["fail"] and self.dice.random() < 0.05
            fails, publishes = fails + data["fail"], publishes + data["publish"]
            events.append({"specversion": "1.0", "id": str(number), "source": f"s{number % 97}", "type": "test.made",
                           "data": data})
        body = json.dumps(events).encode()
        while (status := self.request("/events", body)[0]) != 202:
            if status != 503:
                sys.exit(f"a batch was answered with {status}")
            time.sleep(0.5)
        self.sent, self.failing, self.publishing = self.sent + count, self.failing + fails, self.publishing + publishes
        # An event in quarantine that is sent again is decided again.
        if not fails and self.dice.random() < 0.1 and self.request("/events", body)[0] == 202:
            self.repeated += count

    def malform(self):
        self.malformed += self.request("/events", b'[{"specversion":"1.0"')[0] == 400

    def hold(self):
        """A request that is not finished; at most eight at a time, the others are cut off."""
        host, port = self.server.address.rsplit(":", 1)
        connection = socket.create_connection((host, int(port)))
        connection.sendall(b"POST /events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        self.held.append(connection)
        while len(self.held) > 8:
            self.held.pop(0).close()

    def toggle_sink(self):
        down = self.folder / "down"
        down.unlink() if down.exists() else down.touch()

    def reload(self):
        """A new version, of which one in four has an error; waits until it is used or rejected."""
        self.versions += 1
        text = RULE % self.versions
        is_refused = self.dice.random() < 0.25
        (self.folder / "rule.lua").write_text("return {" + text if is_refused else text)
        before = self.counts("perilune_reloads_total")
        self.server.process.send_signal(signal.SIGHUP)
        for _ in range(600):
            if self.counts("perilune_reloads_total") != before:
                break
            time.sleep(0.05)
        self.refused_versions += is_refused

    def empty_quarantine(self):
        subprocess.run([self.perilune, "quarantine", "drop", "--all", "--store", "events.db"], cwd=self.folder,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)

    def counts(self, name):
        """The values of a metric by its labels."""
        found = re.findall(rf"^{name}({{.*}})? (\S+)$", self.request("/metrics")[1], re.MULTILINE)
        return {labels: float(value) for labels, value in found}

    def usage(self):
        status = Path(f"/proc/{self.server.process.pid}/status").read_text()
        return {"resident kB": int(re.search(r"VmRSS:\s+(\d+)", status).group(1)),
                "descriptors": len(os.listdir(f"/proc/{self.server.process.pid}/fd")),
                "threads": int(re.search(r"Threads:\s+(\d+)", status).group(1))}

    def finish(self):
        """Waits until all events are decided and their records delivered."""
        (self.folder / "down").unlink(missing_ok=True)
        for connection in self.held:
            connection.close()
        for _ in range(3000):
            waiting = self.counts("perilune_inflight_events"), self.counts("perilune_outbox_fill_ratio")
            if not any(value for found in waiting for value in found.values()):
                return
            time.sleep(0.1)
        sys.exit("the server does not come to an end of its work")


def flat(samples):
    """Problems of the samples; prints a line for each kind."""
    problems, quarter = [], len(samples) // 4
    for what, (share, amount) in LIMITS.items():
        early = statistics.median(sample[what] for sample in samples[quarter:2 * quarter])
        late = statistics.median(sample[what] for sample in samples[3 * quarter:])
        print(f"{what}: {early:.0f} in the second quarter, {late:.0f} in the last")
        if late > early * (1 + share) + amount:
            problems.append(f"{what} grew from {early:.0f} to {late:.0f}")
    return problems


def sink_problems(folder, name, expected):
    """Compares what a sink has, after removing repetitions by number, with the expected count of each event."""
    seen = {}
    for batch in deliveries(folder / name):
        for number, text in batch:
            if seen.setdefault(number, text) != text:
                return [f"{name}: record {number} is another one when it is repeated"]
    if sorted(seen) != list(range(1, len(seen) + 1)):
        return [f"{name}: numbers are missing"]
    values = [json.loads(text) for text in seen.values()]
    ids = sorted(int(value) for value in values if not isinstance(value, dict))
    ids = ids or sorted(int(value["event"]) for value in values if value["type"] == "test.made")
    notes = sum(isinstance(value, dict) and value["type"] == "note.made" for value in values)
    print(f"{name}: {len(values)} records")
    return [] if (len(ids), len(set(ids)), notes) == expected else [
        f"{name}: {len(ids)} records of {len(set(ids))} events and {notes} of published ones, not {expected}"]


def count_problems(load):
    def total(name, labels=""):
        return sum(value for found, value in load.counts(name).items() if labels in found)

    expected = {
        "events": (total("perilune_events_received_total"), load.sent),
        "repetitions": (total("perilune_deduplicated_events_total"), load.repeated),
        "decisions": (total("perilune_events_decided_total"), load.sent + load.publishing),
        "failures": (total("perilune_quarantined_events_total"), load.failing),
        "script errors": (total("perilune_script_errors_total"), load.failing),
        "malformed requests": (total("perilune_deliveries_refused_total"), load.malformed),
        "reloads": (total("perilune_reloads_total", '"taken"'), load.versions - load.refused_versions),
        "rejected reloads": (total("perilune_reloads_total", '"refused"'), load.refused_versions),
    }
    for what, (found, wanted) in expected.items():
        print(f"{what}: {found:.0f}")
    return [f"{what}: {found:.0f} counted, {wanted} expected"
            for what, (found, wanted) in expected.items() if found != wanted]


def run(load, options):
    """The load, for the time; returns what the server used once a second."""
    samples, begun = [], time.monotonic()
    # Seconds between them, on average.
    others = {load.malform: 2, load.hold: 1, load.toggle_sink: 10, load.reload: 5, load.empty_quarantine: 30}
    while (now := time.monotonic() - begun) < options.seconds:
        load.send(load.dice.randint(1, max(1, options.rate // 5)))
        for action, interval in others.items():
            if load.dice.random() < 0.1 / interval:
                action()
        if now >= len(samples):
            samples.append(load.usage())
            if len(samples) % 60 == 0:
                print(f"{now:.0f} s: {load.sent} events, {samples[-1]}", flush=True)
        time.sleep(max(0, 0.1 - (time.monotonic() - begun - now)))
    return samples


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--rate", type=int, default=200, help="the most events a second, twice their average")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--perilune", default=str(ROOT / ".build/debug/perilune"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)
        (folder / "rule.lua").write_text(RULE % 0)
        (folder / "notes.lua").write_text(NOTES)
        (folder / "perilune.lua").write_text(SETTINGS)
        load = Load(options.perilune, folder, random.Random(options.seed))
        try:
            samples = run(load, options)
            load.finish()
            problems = flat(samples) + count_problems(load)
        finally:
            load.server.end(signal.SIGTERM)
        everything = load.sent, load.sent, load.publishing
        decided = load.sent - load.failing
        problems += sink_problems(folder, "quick", everything) + sink_problems(folder, "fragile", everything)
        problems += sink_problems(folder, "slow", (decided, decided, 0))
    for text in problems:
        print(text)
    print(f"{options.seconds} s, {load.sent} events, {load.versions} reloads, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
