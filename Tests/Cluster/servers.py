#!/usr/bin/env python3
"""Whether NATS servers keep what they have acknowledged, without Perilune: three servers with three replicas are killed and
paused, one at a time, while clients publish messages and repeat those without an answer.

    Tests/Cluster/servers.py [--server /usr/sbin/nats-server] [--messages 20000] [--faults 30] [--current] [--seed 1]

With --current, a server is harmed only if all replicas are up to date. The exit code is 1 if a message is missing.
"""

import argparse
import json
import random
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from cluster import Servers  # noqa: E402


class Publisher(threading.Thread):
    """Publishes numbers with their ids, several at a time, until all of them are acknowledged."""

    def __init__(self, servers, subject, numbers):
        super().__init__(daemon=True)
        self.servers, self.subject, self.numbers = servers, subject, numbers
        self.acknowledged, self.repeated, self.duplicates = set(), 0, 0

    def run(self):
        client = None
        for start in range(0, len(self.numbers), 50):
            part = self.numbers[start:start + 50]
            while True:
                try:
                    client = client or self.servers.client()
                    for number in part:
                        body = json.dumps({"number": number, "text": "x" * 400}).encode()
                        client.send(self.subject, body, b"Nats-Msg-Id: %d" % number)
                    answers = [json.loads(client.receive() or b"{}") for _ in part]
                    if all("seq" in answer and "error" not in answer for answer in answers):
                        self.acknowledged.update(part)
                        self.duplicates += sum(answer.get("duplicate", False) for answer in answers)
                        break
                except (OSError, ValueError):
                    client = None  # a late answer must not be taken for that of another message
                self.repeated += len(part)
                time.sleep(0.05)


def is_current(servers):
    """Whether all replicas are up to date."""
    client = servers.client()
    try:
        replicas = client.request("$JS.API.STREAM.INFO.T").get("cluster", {}).get("replicas", [])
    except (OSError, ValueError):
        return False
    return len(replicas) == 2 and all(replica.get("current") and not replica.get("lag") for replica in replicas)


def run(arguments, folder):
    dice = random.Random(arguments.seed)
    servers = Servers(arguments.server, folder, 3)
    try:
        for _ in range(100):
            if "error" not in servers.client().request(
                    "$JS.API.STREAM.CREATE.T", {"name": "T", "subjects": ["t.*"], "num_replicas": 3}):
                break
            time.sleep(0.2)
        publishers = [Publisher(servers, f"t.{number}", range(number, arguments.messages, 4)) for number in range(4)]
        for publisher in publishers:
            publisher.start()
        faults = 0
        while faults < arguments.faults and any(publisher.is_alive() for publisher in publishers):
            end = time.monotonic() + 60
            while arguments.current and not is_current(servers) and time.monotonic() < end:
                time.sleep(0.2)
            server = dice.choice(servers.all)
            if dice.random() < 0.7:
                server.kill()
                time.sleep(dice.uniform(0.2, 1.5))
                server.start()
            else:
                server.process.send_signal(signal.SIGSTOP)
                time.sleep(dice.uniform(0.5, 4))
                server.process.send_signal(signal.SIGCONT)
            faults += 1
            time.sleep(dice.uniform(0.5, 2))
        for publisher in publishers:
            publisher.join(300)
        acknowledged = set().union(*(publisher.acknowledged for publisher in publishers))
        end = time.monotonic() + 60
        while not is_current(servers) and time.monotonic() < end:
            time.sleep(0.2)
        stored = [json.loads(message)["number"] for message in servers.client().messages("T")]
        lost, doubled = acknowledged - set(stored), len(stored) - len(set(stored))
        print(f"{arguments.server}, seed {arguments.seed}: {faults} faults, {len(acknowledged)} of {arguments.messages} messages "
              f"acknowledged, {sum(p.repeated for p in publishers)} repetitions, {sum(p.duplicates for p in publishers)} of them "
              f"recognized; {len(lost)} lost, {doubled} doubled {sorted(lost)[:5]}", flush=True)
        return not lost
    finally:
        servers.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", default="/usr/sbin/nats-server")
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--faults", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--current", action="store_true", help="wait for all replicas before each fault")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        sys.exit(0 if run(arguments, Path(name)) else 1)


if __name__ == "__main__":
    main()
