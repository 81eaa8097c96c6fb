#!/usr/bin/env python3
"""Where UDP loses messages: `perilune serve` receives syslog datagrams at rising rates.

    python3 Benchmarks/syslog/run.py [--seconds 5] [--rates 5000,10000,...] [--buffer BYTES] [--perilune FILE]

For each rate a server starts with an empty store. A sender paces datagrams of 200 bytes in steps of a
millisecond; the table shows how many were sent, stored, and lost, and the server's own count of the
losses. The last rows use TCP, where the server holds the sender up instead. Sender and server share the
machine's cores. Before the table, a server that is stopped shows how many datagrams the receive buffer
holds.
"""

import argparse
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

RULE = 'return { on = "syslog.message", execute = function(event, commander) end }\n'


class Server:
    def __init__(self, binary, folder, listener):
        (folder / "rule.lua").write_text(RULE)
        (folder / "perilune.lua").write_text(
            f'return {{ scripts = "rule.lua", plugins = {{ sockets = {{ listen = {{ {{ {listener} }} }} }} }} }}\n')
        self.errors = folder / "errors"
        self.process = subprocess.Popen(
            [binary, "serve", "--listen", "127.0.0.1:0", "--no-control"], cwd=folder,
            stderr=self.errors.open("w"))
        text = ""
        while "listening on " not in text:
            if self.process.poll() is not None:
                sys.exit(f"the server did not start:\n{text}")
            time.sleep(0.02)
            text = self.errors.read_text()
        self.url = re.search(r"listening on (\S+)", text)[1]
        self.port = int(re.search(r" on (?:udp|tcp):127\.0\.0\.1:(\d+)", text)[1])

    def metrics(self):
        with urllib.request.urlopen(self.url + "/metrics") as answer:
            text = answer.read().decode()
        def total(name):
            return sum(float(n) for n in re.findall(rf"^{name}(?:{{.*}})? (\S+)$", text, re.M))
        return (int(total("perilune_events_received_total")), int(total("perilune_source_lost_messages")),
                int(total("perilune_inflight_events")))

    def settled(self):
        """Waits until nothing arrives any more."""
        last = None
        while True:
            time.sleep(1.2)
            now = self.metrics()
            if now == last and now[2] == 0:
                return now
            last = now

    def stop(self):
        self.process.terminate()
        self.process.wait()


def message(number):
    head = f"<134>1 2026-11-25T10:00:00.000000Z host app 1 - - {number} "
    return (head + "x" * (200 - len(head))).encode()


def paced(rate, seconds, send):
    """Sends messages in steps of a millisecond; how many, and in what time."""
    body = message(0)
    sent = 0
    start = time.monotonic()
    while True:
        elapsed = time.monotonic() - start
        if elapsed >= seconds:
            return sent, elapsed
        # A sender that is held up must not make up for all of it.
        due = min(int(rate * elapsed) - sent, 2000)
        for _ in range(due):
            send(body)
        sent += due
        if due == 0:
            time.sleep(0.001)


def burst(options, more):
    """How many of 50,000 datagrams the receive buffer keeps while the server does not run."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(options.perilune, Path(folder), 'udp = "127.0.0.1:0"' + more)
        sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        sender.connect(("127.0.0.1", server.port))
        server.process.send_signal(signal.SIGSTOP)
        for _ in range(50_000):
            sender.send(message(0))
        server.process.send_signal(signal.SIGCONT)
        stored, counted, _ = server.settled()
        server.stop()
    print(f"the receive buffer holds {stored} messages of 200 bytes; {counted} were counted as lost")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rates", default="5000,10000,20000,40000,80000,160000,1000000")
    parser.add_argument("--buffer", type=int, help="the setting receiveBuffer")
    parser.add_argument("--perilune", default=str(ROOT / ".build/release/perilune"))
    options = parser.parse_args()
    options.perilune = str(Path(options.perilune).resolve())
    more = f", receiveBuffer = {options.buffer}" if options.buffer else ""
    burst(options, more)
    print(f"{'':4} {'wanted/s':>9} {'sent/s':>9} {'sent':>9} {'stored':>9} {'lost':>9} {'lost %':>7} {'counted':>8}")
    for kind in ("udp", "tcp"):
        for rate in [int(text) for text in options.rates.split(",")]:
            if kind == "tcp" and rate < 40000:
                continue
            with tempfile.TemporaryDirectory() as folder:
                server = Server(
                    options.perilune, Path(folder),
                    f'{kind} = "127.0.0.1:0"' + (more if kind == "udp" else ""))
                if kind == "udp":
                    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                    sender.connect(("127.0.0.1", server.port))
                    sent, elapsed = paced(rate, options.seconds, sender.send)
                else:
                    sender = socket.create_connection(("127.0.0.1", server.port))
                    sent, elapsed = paced(rate, options.seconds, lambda body: sender.sendall(body + b"\n"))
                sender.close()
                stored, counted, _ = server.settled()
                server.stop()
            lost = sent - stored
            print(
                f"{kind:4} {rate:9} {sent / elapsed:9.0f} {sent:9} {stored:9} {lost:9} {100 * lost / sent:7.2f} {counted:8}",
                flush=True)


if __name__ == "__main__":
    main()
