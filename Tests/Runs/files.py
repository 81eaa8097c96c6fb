#!/usr/bin/env python3
"""Kills `perilune serve` at random points while it follows log files that grow and are rotated.

    Tests/Runs/files.py [--kills 60] [--seed 1] [--perilune FILE]

Three programs write numbered lines: one log is rotated by renaming, with the writer going on in the old file for a while,
and compressed later; one is copied and emptied (copytruncate), and compressed; new files of a pattern appear and are removed
after they were read. Lines are written in two halves at times. In the end the output must have each line exactly once.
The exit code is 1 if anything is lost or doubled.
"""

import argparse
import gzip
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULE = 'return { on = "*", execute = function(event, commander) commander:emit { line = event.data, id = event.id } end }\n'
SETTINGS = """return { scripts = "rule.lua", store = "events.db", sinks = { output = "out.jsonl" },
  plugins = { files = { logs = {
    { files = { "log/*.log", "log/*.log.*" }, as = "lines", maxOpen = %d, rotationTime = 3 } } } } }
"""


class Server:
    def __init__(self, perilune, folder, notes):
        self.process = subprocess.Popen(
            [perilune, "serve", "--listen", "127.0.0.1:0"], cwd=folder, stderr=subprocess.PIPE, text=True)
        self.address = None
        for line in self.process.stderr:
            notes.write(line)
            if "listening on http://" in line:
                self.address = line.split("http://")[1].split()[0]
                break
        else:
            sys.exit("serve did not start")
        threading.Thread(target=self.copy, args=(notes,), daemon=True).start()

    def copy(self, notes):
        for line in self.process.stderr:
            notes.write(line)
        notes.flush()

    def metrics(self):
        with urllib.request.urlopen(f"http://{self.address}/metrics", timeout=10) as answer:
            return answer.read().decode()

    def end(self, number):
        self.process.send_signal(number)
        self.process.wait()


class Writer(threading.Thread):
    """Writes lines to a log, and rotates it."""

    def __init__(self, folder, name, seed):
        super().__init__(daemon=True)
        self.folder, self.name, self.dice = folder, name, random.Random(f"{name} {seed}")
        self.path = folder / f"{name}.log"
        self.written = []
        self.is_over = False

    def text(self):
        line = f"{self.name}-{len(self.written)} {'x' * self.dice.randint(0, 200)}"
        self.written.append(line)
        return line.encode() + b"\n"

    def write(self, file, lines):
        for _ in range(lines):
            text = self.text()
            if self.dice.random() < 0.05:
                half = self.dice.randint(1, len(text) - 1)
                os.write(file, text[:half])
                time.sleep(0.01)
                text = text[half:]
            os.write(file, text)
            if self.dice.random() < 0.1:
                time.sleep(0.003)

    def open(self, path):
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def run(self):
        while not self.is_over:
            self.turn()


class Renamed(Writer):
    """Renamed, while the writer goes on in the old file; older files are compressed."""

    def turn(self):
        file = self.open(self.path)
        self.write(file, self.dice.randint(100, 600))
        for number in range(500, 0, -1):
            old = self.folder / f"{self.name}.log.{number}.gz"
            if old.exists():
                old.rename(self.folder / f"{self.name}.log.{number + 1}.gz")
        first = self.folder / f"{self.name}.log.1"
        if first.exists():
            pack(first, self.folder / f"{self.name}.log.2.gz")
        time.sleep(self.dice.uniform(0, 0.5))
        self.path.rename(first)
        self.write(file, self.dice.randint(0, 50))
        os.close(file)


class Copied(Writer):
    """Copied and emptied; lines are written only before and after, since the tool loses those in between."""

    def turn(self):
        file = self.open(self.path)
        for _ in range(self.dice.randint(1, 3)):
            self.write(file, self.dice.randint(100, 600))
            number = 1 + max([int(path.name.split(".")[2]) for path in self.folder.glob(f"{self.name}.log.*")], default=0)
            copy = self.folder / f"{self.name}.log.{number}"
            shutil.copy(self.path, copy)
            os.ftruncate(file, 0)
            time.sleep(self.dice.uniform(0, 0.5))
        os.close(file)


class Fresh(Writer):
    """A new file each time."""

    def turn(self):
        for number in range(self.dice.randint(1, 3)):
            path = self.folder / f"{self.name}-{time.monotonic_ns()}.log"
            file = self.open(path)
            self.write(file, self.dice.randint(0, 200))
            os.close(file)
        time.sleep(0.05)


def pack(path, target):
    part = target.with_suffix(".part")
    with gzip.open(part, "wb") as file:
        file.write(path.read_bytes())
    part.rename(target)
    path.unlink()


def run(perilune, folder, dice, kills):
    logs = folder / "log"
    logs.mkdir()
    (folder / "rule.lua").write_text(RULE)
    (folder / "perilune.lua").write_text(SETTINGS % dice.choice([3, 64]))
    seed = dice.random()
    writers = [Renamed(logs, "named", seed), Copied(logs, "copied", seed), Fresh(logs, "fresh", seed)]
    for writer in writers:
        writer.start()
    with open(folder / "notes", "w") as notes:
        for _ in range(kills):
            server = Server(perilune, folder, notes)
            time.sleep(dice.uniform(0.0, 0.8))
            server.end(signal.SIGKILL)
        for writer in writers:
            writer.is_over = True
        for writer in writers:
            writer.join()
        server = Server(perilune, folder, notes)
        expected = Counter(line for writer in writers for line in writer.written)
        quiet, before = 0, None
        end = time.monotonic() + 180
        while quiet < 8 and time.monotonic() < end:
            time.sleep(1)
            size = (folder / "out.jsonl").stat().st_size
            text = server.metrics()
            behind = sum(float(line.split()[-1]) for line in text.splitlines()
                         if line.startswith("perilune_source_behind_bytes{"))
            quiet = quiet + 1 if size == before and behind == 0 else 0
            before = size
        server.end(signal.SIGTERM)
    values = [json.loads(line) for line in (folder / "out.jsonl").read_text().splitlines()]
    found = Counter(value["line"] for value in values)
    lost, doubled = expected - found, found - expected
    print(f"{kills} kills, {sum(expected.values())} lines, {sum(lost.values())} lost, {sum(doubled.values())} doubled",
          flush=True)
    for word, lines in ("lost", lost), ("doubled", doubled):
        for line in sorted(lines)[:5]:
            ids = [value["id"] for value in values if value["line"] == line]
            print(f"  {word}: {line[:20]} {', '.join(ids)}")
    return sum(lost.values()) + sum(doubled.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--perilune", default=str(ROOT / ".build/debug/perilune"))
    parser.add_argument("--keep", help="a folder that is not removed")
    options = parser.parse_args()
    dice = random.Random(options.seed)
    wrong, left = 0, options.kills
    while left > 0:
        kills = min(20, left)
        left -= kills
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            wrong += run(options.perilune, folder, dice, kills)
            if wrong and options.keep:
                shutil.copytree(folder, options.keep, dirs_exist_ok=True)
                break
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
