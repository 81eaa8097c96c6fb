#!/usr/bin/env python3
"""The same access log, followed as a file by `perilune serve`, sent to it with POST, and read by `process`.

SQLite alone shows what a durable queue costs: it inserts a row for each event and deletes it, with syncs.

    python3 Benchmarks/intake/logs.py [--lines 200000] [--rounds 3] [--body 10000] [--perilune FILE]

Each round runs all ways after each other, each with an empty store; the table shows medians. A way is
finished when all events are processed. The processor time is that of the server from its start, without
that of the sender, which shares the machine's cores.
"""

import argparse
import http.client
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
STATUSES = [200] * 17 + [404, 500, 503]
RULE = """return { on = "http.request", where = { ["data.status"] = { 500, 502, 503 } },
  execute = function(event, commander)
    commander:emit { path = event.data.path, status = event.data.status }
  end }
"""


def lines(count):
    for number in range(count):
        second = number // 50
        yield (f'192.0.2.{number % 250} - - [02/Mar/2026:{second // 3600 % 24:02}:{second // 60 % 60:02}:{second % 60:02} +0000] '
               f'"GET /shop/item/{number % 5000} HTTP/1.1" {STATUSES[number % 20]} {number % 9000} "https://www.example.com/" '
               f'"Mozilla/5.0 (X11; Linux x86_64) {number % 40}"\n')


def cpu(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Server:
    def __init__(self, binary, folder, plugins):
        (folder / "perilune.lua").write_text(
            f'return {{ scripts = "rule.lua", sinks = {{ output = "out.jsonl" }}, plugins = {{ {plugins} }} }}\n')
        errors = folder / "errors"
        self.start = time.monotonic()
        self.process = subprocess.Popen(
            [binary, "serve", "--listen", "127.0.0.1:0", "--no-control"], cwd=folder, stderr=errors.open("w"))
        text = ""
        while "listening on " not in text:
            if self.process.poll() is not None:
                sys.exit(f"the server did not start:\n{text}")
            time.sleep(0.01)
            text = errors.read_text()
        self.address = re.search(r"listening on http://(\S+)", text)[1]

    def finished(self, count):
        """Seconds, and seconds of processor time, when so many events are processed."""
        while True:
            with urllib.request.urlopen(f"http://{self.address}/metrics") as answer:
                text = answer.read().decode()
            def total(name):
                return sum(float(n) for n in re.findall(rf"^{name}(?:{{.*}})? (\S+)$", text, re.M))
            if total("perilune_events_received_total") >= count and total("perilune_inflight_events") == 0:
                break
            time.sleep(0.05)
        result = time.monotonic() - self.start, cpu(self.process.pid)
        self.process.terminate()
        self.process.wait()
        return result


def followed(binary, folder, log, count, _):
    server = Server(binary, folder, f'files = {{ logs = {{ {{ files = "{log}", as = "combined" }} }} }}')
    return server.finished(count)


def posted(binary, folder, log, count, size):
    server = Server(
        binary, folder, 'webhooks = { endpoints = { { name = "nginx", as = "combined", maxBody = 268435456 } } }')
    connection = http.client.HTTPConnection(server.address)
    part = []
    with log.open("rb") as file:
        for number, line in enumerate(file, 1):
            part.append(line)
            if len(part) < size and number < count:
                continue
            body = b"".join(part)
            while True:
                connection.request("POST", "/hooks/nginx", body)
                answer = connection.getresponse()
                text = answer.read()
                if answer.status == 202:
                    break
                if answer.status != 503:
                    sys.exit(text.decode())
                time.sleep(0.005)
            part = []
    return server.finished(count)


def processed(binary, folder, log, _, __):
    start = time.monotonic()
    process = subprocess.Popen(
        [binary, "process", log, "--as", "combined", "-s", "rule.lua", "-o", "out.jsonl", "--store", "run.db", "-q"],
        cwd=folder)
    _, _, usage = os.wait4(process.pid, 0)
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime


def queued(_, folder, __, count, size):
    connection = sqlite3.connect(folder / "queue.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE inbox (number INTEGER PRIMARY KEY AUTOINCREMENT, source TEXT, event BLOB, sum INTEGER)")
    event = bytes(320)
    start, work = time.monotonic(), time.process_time()
    for first in range(0, count, size):
        numbers = range(first + 1, min(first + size, count) + 1)
        for statement, rows in (
            ("INSERT INTO inbox VALUES (?, '/hooks/nginx', ?, 1000000007)", ((number, event) for number in numbers)),
            ("DELETE FROM inbox WHERE number = ?", ((number,) for number in numbers)),
        ):
            connection.execute("BEGIN")
            connection.executemany(statement, rows)
            connection.execute("COMMIT")
    return time.monotonic() - start, time.process_time() - work


WAYS = {"serve, file": followed, "serve, POST": posted, "process --store": processed, "SQLite alone": queued}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lines", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--body", type=int, default=10_000, help="lines in a request")
    parser.add_argument("--perilune", type=lambda path: Path(path).resolve(), default=ROOT / ".build/release/perilune")
    arguments = parser.parse_args()
    results = {name: [] for name in WAYS}
    with tempfile.TemporaryDirectory() as top:
        log = Path(top) / "access.log"
        log.write_text("".join(lines(arguments.lines)))
        expected = sum(1 for line in log.open() if re.search(r'" (500|503) ', line))
        for number in range(arguments.rounds):
            for name, way in WAYS.items():
                folder = Path(top) / f"{number}-{name.replace(' ', '-')}"
                folder.mkdir()
                (folder / "rule.lua").write_text(RULE)
                results[name].append(way(arguments.perilune, folder, log, arguments.lines, arguments.body))
                if way is queued:
                    continue
                emitted = sum(1 for _ in (folder / "out.jsonl").open())
                if emitted != expected:
                    sys.exit(f"{name}: {emitted} values instead of {expected}")
    print(f"| {arguments.lines:,} lines | lines/s | µs of processor time per line | ratio |\n|---|--:|--:|--:|")
    floor = statistics.median(time for _, time in results["process --store"])
    for name, times in results.items():
        wall, work = (statistics.median(column) for column in zip(*times))
        print(f"| {name} | {arguments.lines / wall:,.0f} | {work / arguments.lines * 1e6:.1f} | {work / floor:.2f} |")


if __name__ == "__main__":
    main()
