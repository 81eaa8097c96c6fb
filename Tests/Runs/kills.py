#!/usr/bin/env python3
"""Kills runs of `perilune process --store` at random points, and compares their files with those of an undisturbed run.

    Tests/Runs/kills.py [--kills 200] [--events 60000] [--seed 1] [--perilune FILE]

Each case is a rule, a log (plain, .gz, .zst) or several short ones, and 1, 2 or 4 workers. One rule counts, the other one has
windows, sessions, a join and expiring state, whose timers must neither be lost nor called twice. The same command is run again after every
kill until the run ends; then the outputs, the records and the quarantine must be byte-equal, and the state and the quarantine
of the store must be the same. The exit code is 1 if anything differs.
"""

import argparse
import datetime
import gzip
import json
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COUNTING = """
local state = require "state"
return { on = "test.*", key = "source", execute = function(event, commander)
  state.count = (state.count or 0) + 1
  if event.data.fail then error("no") end
  commander:emit({ event.id, state.count }, state.count % 3 == 0 and "third" or nil)
end }
"""
STREAMS = """
local window, aggregate, join = require "window", require "aggregate", require("join").within("2s")
local totals = { n = aggregate.count(), size = aggregate.sum("data.size"), sizes = aggregate.distinct("data.size"),
  median = aggregate.quantile("data.size", 0.5) }
local sessions = window.session("5s", totals)
local slides = window.sliding("1m", "20s", totals, { lateness = "1s" })
local values = require("dedupe").within("30s")
return { on = "test.*", key = "source",
  execute = function(event, commander)
    if not sessions:add(event) then commander:emit({ "late", event.id }) end
    slides:add(event)
    if event.data.fail then error("no") end
    if not values:seen(event.data.size) then commander:emit({ "new", event.id }, "third") end
    if event.data.size < 20 then join:add(event.data.size % 2 == 0 and "even" or "odd", event.id) end
  end,
  onTimer = function(name, commander, event)
    for result in sessions:closed(event) do commander:emit(result) end
    for result in slides:closed(event) do commander:emit(result) end
    for left in join:unmatched(event) do commander:emit(left, "third") end
  end }
"""
START = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)


def write_log(file, events):
    with open(file, "w") as log:
        for number in range(events):
            # Twenty a second, every fifth up to eight seconds late.
            seconds = number / 20 - (number * 7919 % 80 / 10 if number % 5 == 0 else 0)
            event = {"specversion": "1.0", "id": str(number), "source": f"s{number % 1009 % 211}", "type": "test.made",
                     "time": (START + datetime.timedelta(seconds=max(0, seconds))).isoformat(),
                     "data": {"fail": number % 997 == 0, "size": number % 200, "text": "x" * (number % 200)}}
            log.write(json.dumps(event) + "\n")


def prepare(folder, rule, events):
    """Writes a rule and a log in four forms; returns the names of these."""
    folder.mkdir()
    (folder / "rule.lua").write_text(rule)
    plain = folder / "log.jsonl"
    write_log(plain, events)
    with gzip.open(folder / "log.jsonl.gz", "wb", compresslevel=1) as packed:
        packed.write(plain.read_bytes())
    subprocess.run(["zstd", "-q", str(plain), "-o", str(folder / "log.jsonl.zst")], check=True)
    lines = plain.read_bytes().splitlines(keepends=True)
    parts = [f"part{number}" for number in range(20)]
    for number, part in enumerate(parts):
        (folder / part).write_bytes(b"".join(lines[number::len(parts)]))
    return "log.jsonl", "log.jsonl.gz", "log.jsonl.zst", " ".join(parts)


def command(perilune, folder, logs, workers, name):
    paths = [str(folder / log) for log in logs.split()]
    return [perilune, "process", *paths, "--no-config", "-s", str(folder / "rule.lua"), "--workers", str(workers),
            "--store", str(folder / f"{name}.db"), "-o", str(folder / f"{name}.out"),
            "--to", f"third={folder / name}.third", "--records", str(folder / f"{name}.records"), "--quarantine", str(folder / f"{name}.bad"),
            "--summary", "none", "--no-progress"]


def results(folder, name):
    files = [(folder / f"{name}.{part}").read_bytes() for part in ("out", "third", "records", "bad")]
    store = sqlite3.connect(folder / f"{name}.db")
    state = list(store.execute("SELECT script, key, value FROM state ORDER BY script, key"))
    state += list(store.execute("SELECT source, event, error FROM quarantine ORDER BY id"))
    store.close()
    return files, state


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--events", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--perilune", default=str(ROOT / ".build/debug/perilune"))
    options = parser.parse_args()
    dice = random.Random(options.seed)
    kills = runs = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        # Windows cost more than counting.
        logs = {"counting": prepare(folder / "counting", COUNTING, options.events),
                "streams": prepare(folder / "streams", STREAMS, options.events // 10)}
        cases = [(rule, log, workers) for rule in logs for log in logs[rule] for workers in (1, 2, 4)]
        expected = {}
        for case in cases:
            started = time.monotonic()
            subprocess.run(command(options.perilune, folder / case[0], *case[1:], "whole"), check=False, stderr=subprocess.DEVNULL)
            expected[case] = (*results(folder / case[0], "whole"), time.monotonic() - started)
            for file in folder.glob("*/whole.*"):
                file.unlink()
        # Several logs are read one after the other, so that their output differs from that of the whole log.
        for rule in logs:
            outputs = {tuple(expected[case][0][:2]) for case in cases if case[0] == rule and case[1] in logs[rule][:3]}
            if len(outputs) != 1 or not all(min(outputs)):
                sys.exit(f"{rule}: the output depends on the workers or the compression of the log, or is empty")
        number = 0
        while kills < options.kills:
            case = cases[number % len(cases)]
            number += 1
            files, state, seconds = expected[case]
            run = command(options.perilune, folder / case[0], *case[1:], "killed")
            while True:
                child = subprocess.Popen(run, stderr=subprocess.PIPE)
                try:
                    complaints = child.communicate(timeout=dice.uniform(0.01, 2 * seconds))[1]
                    if child.returncode not in (0, 2):
                        sys.exit(f"{' '.join(run)}: {child.returncode} {complaints.decode()}")
                    break
                except subprocess.TimeoutExpired:
                    child.send_signal(signal.SIGKILL)
                    child.communicate()
                    kills += 1
            runs += 1
            found, state_found = results(folder / case[0], "killed")
            if found != files or state_found != state:
                wrong += 1
                print(f"{case}: differs", flush=True)
            for file in folder.glob("*/killed.*"):
                file.unlink()
    print(f"{kills} kills in {runs} runs of up to {options.events} events: {wrong} runs with other bytes or state")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
