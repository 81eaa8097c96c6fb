#!/usr/bin/env python3
"""How fast a cluster takes a log in and processes it, with three NATS servers on this machine, how long lanes need to move to
another member, and how long a member needs to build its stores again.

    Benchmarks/cluster/run.py [--events 300000] [--moves 5] [--entries 1000000] [--members 1 2]
        [--server /usr/sbin/nats-server .build/python/bin/nats-server]

Everything runs on this machine: what is measured are all programs together. Prints events a second and the processor time of
each program, with the load of the machine before each run. A part is left out if its number is 0.
"""

import argparse
import base64
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Cluster"))

from cluster import Servers, free_port  # noqa: E402

RULE = """local state = require "state"
return { on = "test.*", key = "data.key", execute = function(event) state.count = (state.count or 0) + 1 end }
"""


def processor(pid):
    """Seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Cluster:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        (folder / "rule.lua").write_text(RULE)
        (folder / "perilune.lua").write_text('return { scripts = "rule.lua" }\n')
        self.servers = Servers(arguments.server, folder, arguments.servers)
        self.client = self.servers.client()
        self.members, self.ports = [], {}
        while self.run("cluster init", "--lanes", str(arguments.lanes), "--replicas",
                       str(min(3, arguments.servers))).returncode:
            time.sleep(0.5)

    def run(self, command, *rest):
        options = [option for url in self.servers.urls for option in ("--cluster", url)]
        return subprocess.run([self.arguments.perilune, *command.split(), *rest, *options], cwd=self.folder,
                              capture_output=True, text=True)

    def start(self, number):
        options = [option for url in self.servers.urls for option in ("--cluster", url)]
        port = self.ports.setdefault(number, free_port())
        member = subprocess.Popen(
            [self.arguments.perilune, "serve", "--listen", f"127.0.0.1:{port}", "--cluster-folder",
             f"member{number}", *options], cwd=self.folder, stderr=open(self.folder / f"member{number}.log", "w"))
        self.members.append(member)
        return member

    def stop(self):
        for member in self.members:
            member.terminate()
            member.wait()
        self.members = []

    def end(self):
        for member in self.members:
            member.send_signal(signal.SIGKILL)
            member.wait()
        self.servers.end()

    def lanes(self):
        try:
            return json.loads(self.run("cluster status", "--json").stdout)["lanes"]
        except ValueError:
            return []

    def wait(self, condition):
        while True:
            lanes = self.lanes()
            if lanes and condition(lanes):
                return lanes
            time.sleep(0.1)

    def drain(self):
        """Seconds until the members that run have processed all events."""
        start = time.monotonic()
        self.wait(lambda lanes: any(lane["behind"] for lane in lanes))
        self.wait(lambda lanes: all(lane["open"] and lane["behind"] == 0 for lane in lanes))
        count, last = None, time.monotonic()
        while time.monotonic() - last < 0.7:
            # A stream has no leader for a moment if the servers get too little processor time.
            state = self.client.request("$JS.API.STREAM.INFO.perilune-COMMITS").get("state")
            now = state and state["messages"]
            if now != count:
                count, last = now, time.monotonic()
            time.sleep(0.02)
        return last - start

    def places(self):
        """Who has each lane, and whether it is open, as the leases say."""
        found = []
        for lane in range(self.arguments.lanes):
            answer = self.client.request(
                "$JS.API.STREAM.MSG.GET.KV_perilune-leases", {"last_by_subj": f"$KV.perilune-leases.lane.{lane}"})
            value = json.loads(base64.b64decode(answer.get("message", {}).get("data", "")) or b"null")
            found.append(value["place"] if value and value["open"] else None)
        return found

    def moved(self, member, number, signal_number):
        """Seconds until the lanes of a member that gets a signal are open at the other one."""
        place = f"http://127.0.0.1:{self.ports[number]}"
        while self.places().count(place) != self.arguments.lanes // 2 or None in self.places():
            time.sleep(0.05)
        start = time.monotonic()
        member.send_signal(signal_number)
        while True:
            places = self.places()
            if place not in places and None not in places:
                break
            time.sleep(0.005)
        took = time.monotonic() - start
        member.wait()
        self.members.remove(member)
        return took

    def trickle(self, number, ends):
        """Sends small requests to a member, so that lanes have work while they move."""
        sent = 0
        while not ends.is_set():
            body = "".join(json.dumps({
                "specversion": "1.0", "id": f"t{sent}-{n}", "source": "s", "type": "test.made",
                "data": {"key": f"k{n}"}}) + "\n" for n in range(100)).encode()
            request = urllib.request.Request(f"http://127.0.0.1:{self.ports[number]}/events", body,
                                             {"Content-Type": "application/x-ndjson"})
            try:
                urllib.request.urlopen(request, timeout=8).read()
                sent += 1
            except (OSError, urllib.error.URLError):
                pass
            time.sleep(0.05)

    def used(self):
        return {"servers": sum(processor(server.process.pid) for server in self.servers.all),
                "members": sum(processor(member.pid) for member in self.members)}

    def send(self, count, keys):
        log = self.folder / "log.jsonl"
        with open(log, "w") as file:
            for number in range(count):
                file.write(json.dumps({
                    "specversion": "1.0", "id": str(number), "source": "s", "type": "test.made",
                    "time": "2026-01-01T00:00:00Z", "data": {"key": f"k{number % keys}", "text": "x" * 280}}) + "\n")
        start = time.monotonic()
        done = self.run("process", str(log))
        assert done.returncode == 0, done.stderr
        return time.monotonic() - start


def drain(arguments, folder, members):
    cluster = Cluster(arguments, folder)
    try:
        count = arguments.events
        took = cluster.send(count, 1000)
        print(f"{count} events of 400 bytes sent in {took:.1f} s: {count / took:,.0f} events/s", flush=True)
        before = cluster.used()
        for number in range(members):
            cluster.start(number)
        took = cluster.drain()
        used = cluster.used()
        commits = cluster.client.count("perilune-COMMITS")
        total = used["members"] + used["servers"] - before["servers"]
        print(f"{count} events processed by {members} member{'s' * (members > 1)} in {took:.1f} s: {count / took:,.0f} events/s, "
              f"{commits} commits; processor: members {used['members']:.1f} s, "
              f"servers {used['servers'] - before['servers']:.1f} s, {total / took / os.cpu_count():.0%} of "
              f"{os.cpu_count()} cores", flush=True)
    finally:
        cluster.end()


def move(arguments, folder):
    cluster = Cluster(arguments, folder)
    ends = threading.Event()
    try:
        cluster.start(0)
        sender = threading.Thread(target=cluster.trickle, args=(0, ends), daemon=True)
        sender.start()
        for name, number in (("stop", signal.SIGTERM), ("kill", signal.SIGKILL)):
            took = sorted(cluster.moved(cluster.start(1), 1, number) for _ in range(arguments.moves))
            print(f"{arguments.lanes // 2} lanes are open at another member {took[0]:.2f} to {took[-1]:.2f} s after a {name}, "
                  f"median {took[len(took) // 2]:.2f} s, {len(took)} times", flush=True)
    finally:
        ends.set()
        cluster.end()


def rebuild(arguments, folder):
    cluster = Cluster(arguments, folder)
    try:
        count = arguments.entries
        took = cluster.send(count, count)
        print(f"{count} events of as many keys sent in {took:.1f} s", flush=True)
        cluster.start(0)
        print(f"processed in {cluster.drain():.1f} s", flush=True)
        cluster.stop()
        shutil.rmtree(cluster.folder / "member0")
        start = time.monotonic()
        cluster.start(0)
        cluster.wait(lambda lanes: all(lane["open"] for lane in lanes))
        size = sum(file.stat().st_size for file in (cluster.folder / "member0").glob("*.db"))
        print(f"{count} values, {size >> 20} MB in {arguments.lanes} lanes, built again in "
              f"{time.monotonic() - start:.1f} s", flush=True)
    finally:
        cluster.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=300_000)
    parser.add_argument("--moves", type=int, default=5)
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--members", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--lanes", type=int, default=8)
    parser.add_argument("--server", nargs="+", default=["/usr/sbin/nats-server"])
    parser.add_argument("--perilune", type=Path, default=ROOT / ".build/release/perilune")
    arguments = parser.parse_args()
    arguments.perilune = arguments.perilune.resolve()
    programs = arguments.server
    for arguments.server in programs:
        version = subprocess.run([arguments.server, "--version"], capture_output=True, text=True).stdout.strip()
        parts = [(drain, members) for members in arguments.members if arguments.events]
        parts += [(move,)] * (arguments.moves > 0) + [(rebuild,)] * (arguments.entries > 0)
        for part, *options in parts:
            print(f"# {version}, {arguments.servers} servers, load {os.getloadavg()[0]:.1f}", flush=True)
            with tempfile.TemporaryDirectory() as name:
                part(arguments, Path(name), *options)


if __name__ == "__main__":
    main()
