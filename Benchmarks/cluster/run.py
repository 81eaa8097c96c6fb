#!/usr/bin/env python3
"""How fast a cluster takes a log in and processes it, with three NATS servers on this machine, and how long a member needs to
build its stores again.

    Benchmarks/cluster/run.py [--events 300000] [--entries 1000000] [--server /usr/sbin/nats-server] [--members 1]

Everything runs on this machine: what is measured are all programs together. Prints events a second and the processor time of
each program.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
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
        self.members = []
        while self.run("cluster init", "--lanes", str(arguments.lanes), "--replicas",
                       str(min(3, arguments.servers))).returncode:
            time.sleep(0.5)

    def run(self, command, *rest):
        options = [option for url in self.servers.urls for option in ("--cluster", url)]
        return subprocess.run([self.arguments.perilune, *command.split(), *rest, *options], cwd=self.folder,
                              capture_output=True, text=True)

    def start(self, number):
        options = [option for url in self.servers.urls for option in ("--cluster", url)]
        self.members.append(subprocess.Popen(
            [self.arguments.perilune, "serve", "--listen", f"127.0.0.1:{free_port()}", "--cluster-folder",
             f"member{number}", *options], cwd=self.folder, stderr=open(self.folder / f"member{number}.log", "w")))

    def stop(self):
        for member in self.members:
            member.terminate()
            member.wait()
        self.members = []

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
            now = self.client.count("perilune-COMMITS")
            if now != count:
                count, last = now, time.monotonic()
            time.sleep(0.02)
        return last - start

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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=300_000)
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--members", type=int, default=1)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--lanes", type=int, default=8)
    parser.add_argument("--server", default="/usr/sbin/nats-server")
    parser.add_argument("--perilune", type=Path, default=ROOT / ".build/release/perilune")
    arguments = parser.parse_args()
    arguments.perilune = arguments.perilune.resolve()
    print(subprocess.run([arguments.server, "--version"], capture_output=True, text=True).stdout.strip())
    for count, keys, isRebuilt in ((arguments.events, 1000, False), (arguments.entries, arguments.entries, True)):
        if not count:
            continue
        with tempfile.TemporaryDirectory() as name:
            cluster = Cluster(arguments, Path(name))
            try:
                took = cluster.send(count, keys)
                print(f"{count} events of 400 bytes sent in {took:.1f} s: {count / took:,.0f} events/s", flush=True)
                before = cluster.used()
                for number in range(arguments.members):
                    cluster.start(number)
                took = cluster.drain()
                used = cluster.used()
                commits = cluster.client.count("perilune-COMMITS")
                print(f"{count} events processed by {arguments.members} members in {took:.1f} s: {count / took:,.0f} events/s, "
                      f"{commits} commits; processor: members {used['members']:.1f} s, "
                      f"servers {used['servers'] - before['servers']:.1f} s", flush=True)
                if isRebuilt:
                    cluster.stop()
                    shutil.rmtree(cluster.folder / "member0")
                    start = time.monotonic()
                    cluster.start(0)
                    cluster.wait(lambda lanes: all(lane["open"] for lane in lanes))
                    size = sum(file.stat().st_size for file in (cluster.folder / "member0").glob("*.db"))
                    print(f"{count} values, {size >> 20} MB in {arguments.lanes} lanes, built again in "
                          f"{time.monotonic() - start:.1f} s", flush=True)
            finally:
                for member in cluster.members:
                    member.send_signal(signal.SIGKILL)
                    member.wait()
                cluster.servers.end()


if __name__ == "__main__":
    main()
