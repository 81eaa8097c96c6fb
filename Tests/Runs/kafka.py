#!/usr/bin/env python3
"""Kills `perilune serve`, and stops the brokers, at random points while events go from one topic of Kafka to another.

    Tests/Runs/kafka.py [--kills 6] [--events 6000] [--seed 1] [--perilune FILE]

The brokers are librdkafka's mock cluster in this process. A topic gets events, of which some are published twice and some
are not events. A rule emits a value for each event to an output that publishes it to a second topic. In the end each event
must have one record, each value must be in the second topic at least once and have a single identity, and each message that
is not an event in the topic for dead letters. What Kafka has twice is counted by the identity in its headers. The exit code is 1
otherwise.
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
import urllib.request
from pathlib import Path

from kafka_cluster import Cluster
from kafka_proxy import Proxy

ROOT = Path(__file__).resolve().parents[2]
RULE = 'return { on = "test.*", execute = function(event, commander) commander:emit({ id = event.id }, "big") end }\n'
SETTINGS = """return { scripts = "rule.lua",
  plugins = { kafka = { servers = "%s", sources = { { topics = "in", dead = "dead", session = 4 } } } },
  outputs = { big = { sink = "kafka", topic = "out", key = "{id}", timeout = 4 } },
}
"""


class Perilune:
    """`perilune serve` in a folder."""

    def __init__(self, program, folder, **environment):
        self.folder, self.log = folder, open(folder / "log", "a+")
        self.process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", "--store", "events.db", "--records", "records.jsonl"],
            cwd=folder, stdout=subprocess.DEVNULL, stderr=self.log, env={**os.environ, **environment})

    def recognized(self):
        """How many messages it has recognized as repetitions, since its start."""
        address = (self.folder / "log").read_text().rsplit("listening on ", 1)[-1].split()[0]
        page = urllib.request.urlopen(address + "/metrics", timeout=30).read().decode()
        return sum(int(line.split()[-1]) for line in page.splitlines()
                   if line.startswith("perilune_deduplicated_events_total"))

    def end(self, number):
        start = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(60)
        self.log.close()
        return time.monotonic() - start


def event(number):
    return {"specversion": "1.0", "id": str(number), "source": "s", "type": "test.made"}


def message(value):
    return value["id"].encode(), json.dumps(value).encode()


def records(folder):
    """The ids of the events that have a record. The last line may be half written."""
    path = folder / "records.jsonl"
    lines = path.read_text().split("\n")[:-1] if path.exists() else []
    return [json.loads(line)["event"] for line in lines]


def wait_for(seconds, is_so):
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def run(arguments, folder, dice):
    cluster = Cluster()
    for topic, partitions in (("in", 4), ("out", 3), ("dead", 1)):
        cluster.create(topic, partitions)
    (folder / "rule.lua").write_text(RULE)
    (folder / "perilune.lua").write_text(SETTINGS % cluster.servers)
    perilune, sent, bad, again, stops, recognized = Perilune(arguments.perilune, folder), 0, 0, 0, 0, 0
    share = arguments.events // arguments.kills
    for kill in range(arguments.kills):
        values = [message(event(sent + number)) for number in range(share)]
        twice = [message(event(dice.randrange(sent + share))) for _ in range(20)]
        bads = [(b"bad", b"{bad %d" % kill)]
        done = len(records(folder))
        cluster.publish("in", values[:share // 2])
        # A member gets partitions some seconds after its start: it is killed when it is reading.
        if not wait_for(30, lambda: len(records(folder)) > done):
            print((folder / "log").read_text()[-3000:], file=sys.stderr)
            sys.exit("perilune has read nothing within 30 seconds")
        cluster.publish("in", values[share // 2:] + twice + bads)
        sent, bad, again = sent + share, bad + 1, again + len(twice)
        time.sleep(dice.uniform(0, 0.8))
        if kill % 3 == 2:
            cluster.set_down(True)
            time.sleep(dice.uniform(0.5, 2))
            cluster.set_down(False)
            stops += 1
        else:
            recognized += perilune.recognized()
            perilune.end(signal.SIGKILL)
            perilune = Perilune(arguments.perilune, folder)
    wait_for(120, lambda: len(set(records(folder))) >= sent and cluster.count("out") >= sent
             and cluster.count("dead") >= bad)
    # The messages after the last committed offsets are read again, although their events are known.
    wait_for(60, lambda: sum(cluster.committed("in", "perilune")) == cluster.count("in"))
    recognized += perilune.recognized()
    stopped = perilune.end(signal.SIGTERM)
    problems, doubled = check(folder, cluster, sent, bad)
    # Those between the last look and a kill are not counted.
    if not recognized:
        problems.append("no repetition was recognized")
    print(f"{sent} events and {again} published twice, {arguments.kills - stops} kills of perilune, {stops} stops of the "
          f"brokers, stopped in {stopped:.2f} s: {recognized} messages were recognized as repetitions, {doubled}: "
          f"{'; '.join(problems) or 'none lost'}")
    if problems:
        print((folder / "log").read_text()[-3000:], file=sys.stderr)
    return not problems


def check(folder, cluster, sent, bad):
    problems = []
    counts = collections.Counter(records(folder))
    lost = [number for number in range(sent) if str(number) not in counts]
    doubled = [number for number, count in counts.items() if count > 1]
    if lost or doubled or len(counts) != sent:
        problems.append(f"records: {len(lost)} lost, {len(doubled)} doubled of {sent}")
    values = cluster.messages("out")
    counts = collections.Counter(json.loads(value)["id"] for _, value, _ in values)
    lost = [number for number in range(sent) if str(number) not in counts]
    if lost or len(counts) != sent:
        problems.append(f"values: {len(lost)} lost of {sent}")
    identities = {headers[b"perilune-id"] for _, _, headers in values}
    if len(identities) != sent:
        problems.append(f"values: {len(identities)} identities of {sent}")
    dead = cluster.messages("dead")
    if {value for _, value, _ in dead} != {b"{bad %d" % number for number in range(bad)}:
        problems.append(f"dead letters: {len(dead)} of {bad}")
    committed = sum(cluster.committed("in", "perilune"))
    if committed != cluster.count("in"):
        problems.append(f"{cluster.count('in') - committed} messages are not committed")
    return problems, (f"{len(values) - sent} values and {len(dead) - bad} dead letters are in Kafka twice, "
                      "with the same identity")


SECURED = """return { scripts = "rule.lua",
  plugins = { kafka = { servers = "%s", user = "ada", password = { env = "KAFKA_PASSWORD" }, %s
    sources = { { topics = "in", session = 4 } } } },
  outputs = { big = { sink = "kafka", topic = "out" } },
}
"""


def secured(arguments, folder):
    """Events go through brokers that want a certificate and a password; what is wrong with either is said."""
    cluster = Cluster()
    for topic in ("in", "out"):
        cluster.create(topic)
    cluster.publish("in", [message(event(number)) for number in range(100)])
    proxy = Proxy(cluster.servers, folder, "ada", "s3cret")
    (folder / "rule.lua").write_text(RULE)
    tls = 'tls = { ca = "broker.pem", certificate = "broker.pem", key = "broker.key" },'
    problems = []
    for password, settings, expected in (
            ("wrong", tls, "check user, password and mechanism"),
            ("s3cret", "tls = {},", "check plugins.kafka.tls"),
            ("s3cret", tls, None)):
        (folder / "perilune.lua").write_text(SECURED % (proxy.servers, settings))
        (folder / "log").unlink(missing_ok=True)
        perilune = Perilune(arguments.perilune, folder, KAFKA_PASSWORD=password)
        if expected:
            said = wait_for(30, lambda: expected in (folder / "log").read_text())
        else:
            said = wait_for(30, lambda: len(records(folder)) == 100 and cluster.count("out") == 100)
        perilune.end(signal.SIGTERM)
        text = (folder / "log").read_text()
        # The last are lines that librdkafka itself writes.
        if not said or "s3cret" in text or "wrong" in text or "%3|" in text:
            problems.append(f"{expected or 'events'}: {text[-1500:]}")
    print(f"with TLS and a password: {'; '.join(problems) or '100 events from topic to topic, and wrong ones are refused'}")
    return not problems


def missing_library(arguments, folder):
    """Without librdkafka, serve does not start with a source, and says what to install; it starts without one."""
    library = folder / "lib"
    library.mkdir()
    (library / "librdkafka.so.1").touch()
    (folder / "perilune.lua").write_text('return { plugins = { kafka = { sources = { { topics = "in" } } } } }\n')
    command = [arguments.perilune, "serve", "--listen", "127.0.0.1:0", "--store", "events.db"]
    environment = {**os.environ, "LD_LIBRARY_PATH": str(library)}
    result = subprocess.run(command, cwd=folder, stderr=subprocess.PIPE, text=True, env=environment, timeout=60,
                            check=False)
    if "cannot load librdkafka" not in result.stderr or "librdkafka1" not in result.stderr:
        print(f"without librdkafka: {result.stderr}", file=sys.stderr)
        return False
    (folder / "perilune.lua").unlink()
    process = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True, env=environment)
    started = any("listening on" in line for line in process.stderr)
    process.terminate()
    process.wait(60)
    print(f"without librdkafka: a source is an error that names the package; {'starts' if started else 'does not start'} "
          "without sources")
    return started


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--events", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--perilune", type=Path, default=ROOT / ".build/debug/perilune")
    arguments = parser.parse_args()
    arguments.perilune = arguments.perilune.resolve()
    passed = True
    for part in (lambda folder: run(arguments, folder, random.Random(arguments.seed)),
                 lambda folder: secured(arguments, folder),
                 lambda folder: missing_library(arguments, folder)):
        with tempfile.TemporaryDirectory() as name:
            passed = part(Path(name)) and passed
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
