#!/usr/bin/env python3
"""Kills and pauses members of a cluster, loses their files, and kills its NATS servers, while events go through it and
versions of the rules are deployed.

    Tests/Cluster/cluster.py [--events 6000] [--faults 10] [--members 2] [--lanes 4] [--servers 3] [--seed 1]

A rule counts the events of each key, and an output publishes each count to a stream. Senders repeat requests that got no
answer, at another member. In the end each event must have one value, and the values of each lane must be those that one
process gets from the events of the lane. The exit code is 1 otherwise.
"""

import argparse
import collections
import json
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Runs"))

from nats_client import Client, Server  # noqa: E402

RULE = """local state = require "state"
return { on = "test.*", key = "data.key",
  execute = function(event, commander)
    state.count = (state.count or 0) + 1
    state.ids = state.ids or {}
    state.ids[event.id] = state.count
    commander:emit({ id = event.id, key = event.data.key, count = state.count }, "counts")
  end }
"""
SETTINGS = """return { scripts = "rule.lua",
  plugins = { nats = { servers = { %s } } },
  outputs = { counts = { sink = "nats", subject = "out.values", timeout = 5 } },
}
"""


# Large enough for snapshots of the stores.
TEXT = "x" * 2000


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Servers:
    """One NATS server, or several with replicas."""

    def __init__(self, program, folder, count):
        routes = [free_port() for _ in range(count)]
        self.all = []
        for number, route in enumerate(routes):
            home = folder / f"nats{number}"
            home.mkdir()
            options = [] if count == 1 else [
                "-n", f"n{number}", "-cluster_name", "test", "-cluster", f"nats://127.0.0.1:{route}",
                "-routes", ",".join(f"nats://127.0.0.1:{other}" for other in routes if other != route)]
            self.all.append(Server(program, home, options))
        self.urls = [server.url for server in self.all]

    def client(self):
        for _ in range(600):
            for server in self.all:
                if server.process.poll() is not None:
                    continue
                try:
                    client = Client(server.port)
                    client.socket.settimeout(5)
                    if "error" not in client.request("$JS.API.INFO"):
                        return client
                except (OSError, ConnectionError, ValueError):
                    pass
            time.sleep(0.1)
        raise SystemExit("no NATS server answers")

    def end(self):
        for server in self.all:
            server.kill()


class Member:
    """`perilune serve --cluster` with a folder for its copies of stores."""

    def __init__(self, program, folder, number, servers):
        self.port = free_port()
        self.log = open(folder / f"member{number}.log", "a")
        arguments = [argument for url in servers.urls for argument in ("--cluster", url)]
        self.arguments = [program, "serve", "--listen", f"127.0.0.1:{self.port}", "--cluster-folder",
                          f"member{number}", *arguments]
        self.folder = folder
        self.copies = folder / f"member{number}"
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.arguments, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=self.log)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def send(self, body):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/events", body, {"Content-Type": "application/x-ndjson"})
        with urllib.request.urlopen(request, timeout=8) as answer:
            return answer.status == 202


def event(number, keys):
    return {"specversion": "1.0", "id": str(number), "source": "s", "type": "test.made",
            "time": "2026-01-01T00:00:00Z", "data": {"key": f"k{number * 7 % keys}", "text": TEXT}}


class Sender(threading.Thread):
    """Sends events in order of their keys, and repeats a request until a member has accepted it."""

    def __init__(self, members, numbers, keys, dice):
        super().__init__(daemon=True)
        self.members, self.numbers, self.keys, self.dice = members, numbers, keys, dice
        self.sent = self.repeated = 0

    def run(self):
        for start in range(0, len(self.numbers), 20):
            part = self.numbers[start:start + 20]
            body = "".join(json.dumps(event(number, self.keys)) + "\n" for number in part).encode()
            while True:
                try:
                    if self.dice.choice(self.members).send(body):
                        break
                except OSError:
                    pass
                self.repeated += 1
                time.sleep(0.05)
            # Some requests come twice although they were accepted.
            if self.dice.random() < 0.05:
                try:
                    self.dice.choice(self.members).send(body)
                except OSError:
                    pass
            self.sent += len(part)


class Deploys(threading.Thread):
    """Deploys the same rules as one version after the other, until it is told to end."""

    def __init__(self, arguments, folder, servers):
        super().__init__(daemon=True)
        self.arguments, self.folder, self.servers = arguments, folder, servers
        self.done = self.refused = 0
        self.ends = threading.Event()

    def run(self):
        while not self.ends.is_set():
            self.deploy(f"rules{self.done % 3}", f"-- {self.done % 3}\n" + RULE)
            self.ends.wait(2)

    def deploy(self, name, rule, test=None):
        """Whether the rules in a folder were taken by all members; what the command says."""
        rules = self.folder / name
        rules.mkdir(exist_ok=True)
        (rules / "rule.lua").write_text(rule)
        (rules / "perilune.lua").write_text((self.folder / "perilune.lua").read_text())
        if test:
            (rules / "rule_test.lua").write_text(test)
        done = subprocess.run(
            [self.arguments.perilune, "cluster", "deploy", rules, "--no-config", "--timeout", "30",
             *[a for url in self.servers.urls for a in ("--cluster", url)]],
            cwd=self.folder, capture_output=True, text=True)
        if done.returncode == 0:
            self.done += 1
        else:
            self.refused += 1
        return done.returncode == 0, done.stderr


FAILING_TEST = """return { { name = "counts", events = { { type = "test.made", data = { key = "a" } } },
  records = { { emitted = 2 } } } }
"""


def check_deploys(arguments, folder, servers, deploys):
    """A version whose test fails changes nothing; a version is used by all lanes, and so is the one before it again."""
    before = status(arguments, folder, servers)
    taken, said = deploys.deploy("broken", RULE, FAILING_TEST)
    after = status(arguments, folder, servers)
    if taken or "rejected" not in said:
        return [f"a version with a failing test was taken: {said}"]
    if {m["version"] for m in after["members"]} != {m["version"] for m in before["members"]}:
        return ["a rejected version is in use"]
    for name, rule in (("good", "-- good\n" + RULE), ("rules0", "-- 0\n" + RULE)):
        taken, said = deploys.deploy(name, rule)
        now = status(arguments, folder, servers)
        versions = {lane["version"] for lane in now["lanes"]}
        if not taken or len(versions) != 1 or versions != {m["version"] for m in now["members"]}:
            return [f"the version {name} is not in use everywhere: {said} {now}"]
    return []


def harm(members, servers, dice, counts):
    """One fault; everything runs again afterwards."""
    kind = dice.choices(["kill", "loss", "pause", "server"], [5, 2, 2, 2 if len(servers.all) > 1 else 0])[0]
    counts[kind] += 1
    if kind == "server":
        server = dice.choice(servers.all)
        server.kill()
        time.sleep(dice.uniform(0.2, 1.5))
        server.start()
    elif kind == "pause":
        # Longer than a lease: another member takes the lanes meanwhile.
        member = dice.choice(members)
        member.process.send_signal(signal.SIGSTOP)
        time.sleep(dice.uniform(2.5, 4))
        member.process.send_signal(signal.SIGCONT)
    else:
        member = dice.choice(members)
        member.kill()
        if kind == "loss":
            shutil.rmtree(member.copies, ignore_errors=True)
        time.sleep(dice.uniform(0, 1))
        member.start()


def values_of_one_process(program, folder, events):
    """What one process emits for these events."""
    log = folder / "lane.jsonl"
    log.write_text("".join(json.dumps(value) + "\n" for value in events))
    out = folder / "lane.out"
    subprocess.run([program, "process", log, "--no-config", "-s", "rule.lua", "--summary", "none",
                    "--to", f"counts={out}"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return [json.loads(line) for line in out.read_text().splitlines()]


def check(program, folder, client, lanes, total):
    problems = []
    values = [json.loads(value) for value in client.messages("OUT")]
    counts = collections.Counter(value["id"] for value in values)
    lost = [number for number in range(total) if str(number) not in counts]
    doubled = [number for number, count in counts.items() if count > 1]
    if lost or doubled:
        problems.append(f"{len(lost)} lost, {len(doubled)} doubled: {lost[:5]} {doubled[:5]}")
    for lane, events in enumerate(events_of_lanes(client, lanes)):
        known, ids = [], set()
        for value in events:
            if value["id"] not in ids:
                ids.add(value["id"])
                known.append(value)
        expected = values_of_one_process(program, folder, known)
        # In the order of the lane: a stream may get the values of a batch in another order after a fault.
        found = {value["id"]: value for value in values}
        wrong = [(found.get(value["id"]), value) for value in expected if found.get(value["id"]) != value]
        if wrong or len(expected) != len(known):
            problems.append(f"lane {lane}: {len(wrong)} values differ from one process, such as {wrong[:2]}")
    return problems


def events_of_lanes(client, lanes):
    """The events of each lane, in order."""
    found = []
    for lane in range(lanes):
        subject = f"perilune.ev.{lane}"
        name = f"check-{lane}-{time.monotonic_ns()}"
        client.request(f"$JS.API.CONSUMER.DURABLE.CREATE.ARCHIVE.{name}", {
            "stream_name": "ARCHIVE",
            "config": {"durable_name": name, "ack_policy": "none", "filter_subject": subject}})
        left = client.request(f"$JS.API.CONSUMER.INFO.ARCHIVE.{name}")["num_pending"]
        events = []
        while left:
            batch = min(left, 500)
            client.send(f"$JS.API.CONSUMER.MSG.NEXT.ARCHIVE.{name}", b"%d" % batch)
            events += [json.loads(client.receive()) for _ in range(batch)]
            left -= batch
        found.append(events)
    return found


def has_snapshot(client, subject):
    """Whether a lane has a snapshot."""
    return "message" in client.request("$JS.API.STREAM.MSG.GET.perilune-SNAPSHOTS", {"last_by_subj": subject})


def wait(condition, seconds, what):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            print(f"not in {seconds} s: {what}", file=sys.stderr)
            return False
        time.sleep(0.1)
    return True


def handover(arguments, folder, servers, members, number):
    """The seconds until the lanes of a member that is stopped are with others, from the signal on, and whether they came."""
    member = members[0]
    ready = wait(lambda: len(owners(arguments, folder, servers)) == len(members), 30, "each member has lanes")
    start = time.monotonic()
    member.process.send_signal(number)
    place = f"http://127.0.0.1:{member.port}"
    moved = wait(lambda: owned(arguments, folder, servers) == arguments.lanes
                 and place not in owners(arguments, folder, servers), 30, "lanes are taken over")
    took = time.monotonic() - start
    member.process.wait(30)
    member.start()
    return took, ready and moved


def owners(arguments, folder, servers):
    return {owner for owner in lanes_of(arguments, folder, servers) if owner}


def owned(arguments, folder, servers):
    """How many lanes have a member."""
    return sum(owner is not None for owner in lanes_of(arguments, folder, servers))


def status(arguments, folder, servers):
    done = subprocess.run(
        [arguments.perilune, "cluster", "status", "--json", "--cluster", servers.urls[0], "--no-config"],
        cwd=folder, capture_output=True, text=True)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"members": [], "lanes": []}


def lanes_of(arguments, folder, servers):
    return [lane["owner"] for lane in status(arguments, folder, servers)["lanes"]]


def run(arguments, folder):
    dice = random.Random(arguments.seed)
    servers = Servers(arguments.server, folder, arguments.servers)
    members = []
    try:
        (folder / "rule.lua").write_text(RULE)
        (folder / "perilune.lua").write_text(SETTINGS % ", ".join(json.dumps(url) for url in servers.urls))
        client = servers.client()
        replicas = min(3, arguments.servers)
        for _ in range(100):
            made = client.request("$JS.API.STREAM.CREATE.OUT", {
                "name": "OUT", "subjects": ["out.>"], "num_replicas": replicas})
            if "error" not in made:
                break
            time.sleep(0.2)
        subprocess.run([arguments.perilune, "cluster", "init", "--lanes", str(arguments.lanes),
                        "--replicas", str(replicas), *[a for u in servers.urls for a in ("--cluster", u)]],
                       cwd=folder, check=True, stderr=subprocess.DEVNULL)
        # Members remove events that are in a snapshot.
        archive = client.request("$JS.API.STREAM.CREATE.ARCHIVE", {
            "name": "ARCHIVE", "sources": [{"name": "perilune-EVENTS"}], "num_replicas": replicas})
        assert "error" not in archive, archive
        members = [Member(arguments.perilune, folder, number, servers) for number in range(arguments.members)]
        wait(lambda: owned(arguments, folder, servers) == arguments.lanes, 30, "all lanes have a member")
        total = arguments.events
        # Each key has one sender, so that the order of its events is known.
        senders = [
            Sender(members, [n for n in range(total) if n * 7 % arguments.keys % 4 == number], arguments.keys,
                   random.Random(arguments.seed * 10 + number)) for number in range(4)]
        start = time.monotonic()
        for sender in senders:
            sender.start()
        deploys = Deploys(arguments, folder, servers)
        deploys.start()
        faults = collections.Counter()
        for fault in range(arguments.faults):
            # Spread over the events.
            target = total * (fault + 1) // (arguments.faults + 1)
            wait(lambda: sum(s.sent for s in senders) >= target or not any(s.is_alive() for s in senders),
                 120, f"{target} events are sent")
            harm(members, servers, dice, faults)
        for sender in senders:
            sender.join(180)
        deploys.ends.set()
        deploys.join(120)
        rolled, interrupted = deploys.done, deploys.refused
        sent = sum(sender.sent for sender in senders)
        client = servers.client()
        wait(lambda: client.count("OUT") >= total, 60, "all values are published")
        took = time.monotonic() - start
        time.sleep(1)
        problems = check(arguments.perilune, folder, client, arguments.lanes, total)
        if sent != total:
            problems.append(f"only {sent} events were accepted")
        for number, member in enumerate(members):
            if member.process.poll() is not None:
                problems.append(f"member {number} has ended with {member.process.returncode}")
        problems += check_deploys(arguments, folder, servers, deploys)
        gave, was_given = handover(arguments, folder, servers, members, signal.SIGTERM)
        left, was_left = handover(arguments, folder, servers, members, signal.SIGKILL)
        if not (was_given and was_left):
            problems.append("lanes were not taken over")
        stops = stop(members)
        snapshots = sum(has_snapshot(client, f"perilune.s.{lane}") for lane in range(arguments.lanes))
        fenced = sum((folder / f"member{n}.log").read_text().count("another member has taken over")
                     for n in range(arguments.members))
        print(f"seed {arguments.seed}: {total} events in {took:.0f} s, {arguments.lanes} lanes, "
              f"{arguments.members} members, {arguments.servers} servers; {faults['kill']} kills, {faults['loss']} losses "
              f"and {faults['pause']} pauses of members, {faults['server']} kills of servers; {rolled} versions deployed, "
              f"{interrupted} deploys interrupted; {snapshots} snapshots, "
              f"{sum(s.repeated for s in senders)} requests repeated, {fenced} commits fenced; lanes moved in "
              f"{gave:.1f} s after a stop and {left:.1f} s after a kill, a member stops in {max(stops):.1f} s: {'; '.join(problems) or 'none lost, none doubled, as one process'}")
        if problems:
            print(subprocess.run(
                [arguments.perilune, "cluster", "status", "--cluster", servers.urls[0], "--no-config"],
                cwd=folder, capture_output=True, text=True).stdout, file=sys.stderr)
        if problems or arguments.verbose:
            for number in range(arguments.members):
                print((folder / f"member{number}.log").read_text()[-3000:], file=sys.stderr)
        return not problems
    finally:
        for member in members:
            member.kill()
        servers.end()


def stop(members):
    """The seconds that each member needs."""
    times = []
    for member in members:
        start = time.monotonic()
        member.process.send_signal(signal.SIGTERM)
        member.process.wait(30)
        times.append(time.monotonic() - start)
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=6000)
    parser.add_argument("--faults", type=int, default=10)
    parser.add_argument("--members", type=int, default=2)
    parser.add_argument("--lanes", type=int, default=4)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--keys", type=int, default=97)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--perilune", type=Path, default=ROOT / ".build/debug/perilune")
    parser.add_argument("--verbose", action="store_true", help="show what members have logged")
    parser.add_argument("--server", default="/usr/sbin/nats-server")
    arguments = parser.parse_args()
    arguments.perilune = arguments.perilune.resolve()
    with tempfile.TemporaryDirectory() as name:
        sys.exit(0 if run(arguments, Path(name)) else 1)


if __name__ == "__main__":
    main()
