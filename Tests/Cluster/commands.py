#!/usr/bin/env python3
"""The commands of a cluster with one NATS server and two members: check, drain, rebalance, top, process and deploy.

    Tests/Cluster/commands.py [--perilune .build/debug/perilune] [--server /usr/sbin/nats-server]
"""

import argparse
import collections
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from cluster import ROOT, RULE, Member, Servers, event, lanes_of, status, stop, wait, write_rules
from receiver import Receiver

LANES = 4
# Fails for some events.
FAILING = RULE.replace("state.count =", "if event.data.fails then error('no') end\n    state.count =", 1)


class Cluster:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.servers = Servers(arguments.server, folder, 1)
        self.members = []
        self.problems = []
        self.receiver = Receiver()
        write_rules(folder, FAILING, self.receiver, self.servers.urls)
        self.client = self.servers.client()
        self.client.create("OUT", "out.>")
        self.run("cluster init", "--lanes", str(LANES))

    def run(self, command, *rest):
        return subprocess.run(
            [self.arguments.perilune, *command.split(), *rest, "--cluster", self.servers.urls[0], "--config",
             "perilune.lua"],
            cwd=self.folder, capture_output=True, text=True, timeout=120)

    def expect(self, is_right, what, done=None):
        if not is_right:
            self.problems.append(what + (f": {done.returncode} {done.stdout} {done.stderr}" if done else ""))

    def start(self, count):
        self.members = [Member(self.arguments.perilune, self.folder, n, self.servers) for n in range(count)]
        self.expect(wait(self.is_processed, 30, "all lanes are processed"), "lanes are not processed")

    def is_processed(self):
        """Whether all lanes are open, an equal number by each member: none is about to move."""
        now = status(self.arguments, self.folder, self.servers)
        shares = collections.Counter(lane["owner"] for lane in now["lanes"] if lane["open"])
        return len(now["members"]) == len(self.members) and shares == {
            place: LANES // len(self.members) for place in self.places()}

    def places(self):
        return [f"http://127.0.0.1:{member.port}" for member in self.members]

    def deploy(self, name, files):
        write_rules(self.folder / name, RULE, self.receiver, self.servers.urls)
        for file, text in files.items():
            (self.folder / name / file).write_text(text)
        return self.run("cluster deploy", name, "--timeout", "30")

    def send(self, events):
        body = "".join(json.dumps(value) + "\n" for value in events).encode()
        self.expect(self.members[0].send(body), "events are not accepted")
        wait(lambda: all(lane["behind"] == 0 for lane in
                         status(self.arguments, self.folder, self.servers)["lanes"]), 30, "events are processed")

    def counts(self):
        return collections.Counter(json.loads(value)["id"] for value in self.client.messages("OUT"))


def check_findings(cluster):
    """No member, then all is well."""
    done = cluster.run("cluster check", "--json")
    found = json.loads(done.stdout)["checks"]
    problems = [f["message"] for f in found if f["state"] == "problem"]
    cluster.expect(done.returncode == 1 and "no member is running" in problems, "a missing member is not found", done)
    done = cluster.deploy("early", {"rule.lua": RULE})
    cluster.expect(done.returncode != 0 and "no running member can check the version" in done.stderr,
                   "a version is deployed without a member", done)
    cluster.start(2)
    done = cluster.run("cluster check")
    cluster.expect(done.returncode == 0 and "0 problems" in done.stderr, "a cluster without problems has some", done)
    for text in ("has one replica", "sync_interval: always", "all 4 lanes are processed", "2 members"):
        cluster.expect(text in done.stdout, f"check does not tell '{text}'", done)


def drained(cluster):
    """A drained member has no lane, until the lanes are balanced again."""
    first, second = cluster.places()
    done = cluster.run("cluster drain", first)
    cluster.expect(done.returncode == 0, "drain fails", done)
    cluster.expect(set(lanes_of(cluster.arguments, cluster.folder, cluster.servers)) == {second}, "lanes stay", done)
    cluster.expect("drained" in cluster.run("cluster status").stdout, "status does not show it")
    done = cluster.run("cluster drain", second)
    cluster.expect(done.returncode != 0 and "no other member" in done.stderr, "the last member is drained", done)
    cluster.expect("there is no member 'nobody'" in cluster.run("cluster drain", "nobody").stderr, "an unknown member")
    done = cluster.run("cluster rebalance")
    owners = collections.Counter(lanes_of(cluster.arguments, cluster.folder, cluster.servers))
    cluster.expect(done.returncode == 0 and owners == {first: 2, second: 2}, f"not balanced: {owners}", done)


def logs(cluster):
    """A log that is sent twice is processed once, also with an event of the same id twice in it."""
    log = cluster.folder / "log.jsonl"
    events = [event(number, 11) for number in range(600)] + [event(0, 11)]
    log.write_text("".join(json.dumps(value) + "\n" for value in events) + "{\n")
    for _ in range(2):
        done = cluster.run("process", str(log), "--quarantine", "bad.jsonl")
        cluster.expect(done.returncode == 2 and "601 events sent to 4 lanes, 1 could not be read" in done.stderr,
                       "the log is not sent", done)
    wait(lambda: cluster.client.count("OUT") >= 601, 30, "all values are published")
    found = cluster.counts()
    cluster.expect(sum(found.values()) == 601 and found["0"] == 2, f"{sum(found.values())} values of 601")
    bad = json.loads((cluster.folder / "bad.jsonl").read_text())
    cluster.expect(bad["line"] == 602 and bad["bytes"] == "{", f"the quarantine has {bad}")
    done = cluster.run("top", "--once")
    cluster.expect(done.returncode == 0 and "2 members" in done.stdout and "commits/s" not in done.stdout,
                   "top does not show the cluster", done)
    done = cluster.run("process", str(log), "--output", "out")
    cluster.expect(done.returncode == 64 and "--output cannot be combined" in done.stderr, "an option is taken", done)


def quarantined(cluster):
    """Failed events of all lanes are listed, shown, dropped and retried by any client."""
    before = cluster.client.count("OUT")
    events = [event(number, 11) for number in range(3000, 3040) if number % 100 not in (7, 8)]
    for value in events:
        value["data"]["fails"] = True
    cluster.send(events)

    def listed():
        done = cluster.run("quarantine list", "--json")
        return [json.loads(line) for line in done.stdout.splitlines()]
    cluster.expect(wait(lambda: len(listed()) == len(events), 30, "events are in quarantine"), f"{len(listed())} failed")
    entries = listed()
    cluster.expect({entry["event"] for entry in entries} == {value["id"] for value in events}
                   and len({entry["lane"] for entry in entries}) > 1, f"the quarantine has {entries[:3]}")
    first, second = (f"{entry['lane']}/{entry['id']}" for entry in entries[:2])
    done = cluster.run("quarantine show", first)
    cluster.expect(json.loads(done.stdout)["id"] == entries[0]["event"] and "no" in done.stderr, "it is not shown", done)
    done = cluster.run("quarantine drop", first)
    cluster.expect("deleted 1 event" in done.stderr and len(listed()) == len(events) - 1, "it is not dropped", done)
    done = cluster.run("quarantine retry", first)
    cluster.expect(done.returncode != 0 and "there is no quarantined event" in done.stderr, "it is retried", done)
    done = cluster.run("quarantine show", "17")
    cluster.expect(done.returncode == 64 and "LANE/NUMBER" in done.stderr, "an ID without a lane is taken", done)
    done = cluster.deploy("fixed", {"rule.lua": "-- fixed\n" + RULE})
    cluster.expect(done.returncode == 0, "the fixed rule is not taken", done)
    done = cluster.run("quarantine retry", second)
    cluster.expect("processing 1 event again" in done.stderr, "it is not retried", done)
    done = cluster.run("quarantine retry", "--code", "script.runtime")
    cluster.expect(f"processing {len(events) - 2} events again" in done.stderr, "they are not retried", done)
    cluster.expect(wait(lambda: cluster.client.count("OUT") >= before + len(events) - 1, 30, "values are published"),
                   "retried events have no values")
    done = cluster.run("quarantine list")
    cluster.expect("the quarantine is empty" in done.stderr, "the quarantine is not empty", done)


def versions(cluster):
    """What members reject changes nothing."""
    done = cluster.deploy("v1", {"rule.lua": RULE})
    cluster.expect(done.returncode == 0 and "all 4 lanes use it" in done.stderr, "a version is not taken", done)
    done = cluster.run("cluster deploy", "v1")
    cluster.expect(done.returncode == 0 and "already" in done.stderr, "the same version is deployed again", done)
    done = cluster.deploy("key", {"rule.lua": RULE.replace("data.key", "data.text", 1)})
    cluster.expect(done.returncode == 1 and "changes the ordering key from data.key to one for all events" in done.stderr,
                   "another key is taken", done)
    done = cluster.deploy("broken", {"rule.lua": "return {"})
    cluster.expect(done.returncode == 1 and "rule.lua:1" in done.stderr, "a script with an error is taken", done)
    versioned = RULE.replace("local state", "-- 2\nlocal state").replace(
        "return {", "return { version = 2, migrate = function(old) return old end,", 1)
    done = cluster.deploy("v2", {"rule.lua": versioned})
    cluster.expect(done.returncode == 0, "a newer version of the state is not taken", done)
    cluster.send([event(number, 11) for number in range(1000, 1050)])
    done = cluster.deploy("older", {"rule.lua": "-- older\n" + RULE.replace("return {", "return { version = 1,", 1)})
    cluster.expect(done.returncode == 1 and "saved state of rule" in done.stderr,
                   "rules that cannot read the state are taken", done)
    found = {lane["version"] for lane in status(cluster.arguments, cluster.folder, cluster.servers)["lanes"]}
    cluster.expect(len(found) == 1, f"lanes have the versions {found}")


def starts(cluster):
    """A member that starts uses the version that was deployed, and not its own rules."""
    log = cluster.folder / "member0.log"
    cluster.members[0].kill()
    said = len(log.read_text())
    (cluster.folder / "rule.lua").write_text("return {")
    cluster.members[0].start()
    # Until the leases of the killed member end, the status shows its lanes as before.
    cluster.expect(wait(lambda: log.read_text()[said:].count("processing lane") >= LANES // 2 and cluster.is_processed(),
                        30, "the member processes lanes"), "a member does not start")


def moved(cluster):
    """A cluster with another number of lanes goes on with the state of the first."""
    done = cluster.run("cluster init", "--cluster-name", "second", "--lanes", "7", "--from", "perilune")
    cluster.expect(done.returncode != 0 and "members of 'perilune' are running" in done.stderr, "it is copied", done)
    stop(cluster.members)
    for number, member in enumerate(cluster.members):
        member.end()
        log = (cluster.folder / f"member{number}.log").read_text()
        cluster.expect(log.endswith("stopped\n") and "\nstopping\n" in log, f"a member does not say that it stops: {log[-300:]}")
    wait(lambda: not status(cluster.arguments, cluster.folder, cluster.servers)["members"], 10, "members are gone")
    before = {value["key"]: value["count"] for value in map(json.loads, cluster.client.messages("OUT")) if "count" in value}
    values = cluster.client.count("OUT")
    done = cluster.run("cluster init", "--cluster-name", "second", "--lanes", "7", "--from", "perilune")
    # A table of a key counts as several values once it is large.
    copied = re.search("copied ([0-9]+) values of 11 keys from 'perilune'", done.stderr)
    cluster.expect(done.returncode == 0 and copied and int(copied[1]) >= 11, "it is not copied", done)
    cluster.members = [Member(cluster.arguments.perilune, cluster.folder, number, cluster.servers, "--cluster-name",
                              "second") for number in (2, 3)]
    events = [event(number, 11) for number in range(2010, 2021)]
    body = "".join(json.dumps(value) + "\n" for value in events).encode()

    def accepted():
        try:
            return cluster.members[0].send(body)
        except OSError:
            return False
    cluster.expect(wait(accepted, 20, "events are accepted"), "the new cluster accepts nothing")

    def counted():
        """The counts since the move; a timer that the first cluster set may fire as well."""
        found = [json.loads(value) for value in cluster.client.messages("OUT")][values:]
        return sorted((value["key"], value["count"]) for value in found if "count" in value)
    wait(lambda: len(counted()) >= 11, 30, "values are published")
    after = counted()
    cluster.expect(after == sorted((key, count + 1) for key, count in before.items()) and len(after) == 11,
                   f"counts do not go on: {before} {after}")


def run(arguments, folder):
    cluster = Cluster(arguments, folder)
    try:
        for part in (check_findings, drained, logs, quarantined, versions, starts, moved):
            part(cluster)
            if cluster.problems:
                break
        for member in cluster.members:
            cluster.expect(member.process.poll() is None, f"a member has ended: {member.process.returncode}")
        if cluster.problems:
            print("\n".join(cluster.problems), file=sys.stderr)
            for log in sorted(folder.glob("member*.log")):
                print(log.read_text()[-2000:], file=sys.stderr)
        else:
            stop(cluster.members)
            print("check, drain, rebalance, process, top and deploy of a cluster work")
        return not cluster.problems
    finally:
        for member in cluster.members:
            member.end()
        cluster.servers.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--perilune", type=Path, default=ROOT / ".build/debug/perilune")
    parser.add_argument("--server", default="/usr/sbin/nats-server")
    arguments = parser.parse_args()
    arguments.perilune = arguments.perilune.resolve()
    with tempfile.TemporaryDirectory() as name:
        sys.exit(0 if run(arguments, Path(name)) else 1)


if __name__ == "__main__":
    main()
