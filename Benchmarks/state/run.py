#!/usr/bin/env python3
"""Rules with much state beside Lua 5.4 with lua-cjson, and a store of many entries.

    python3 Benchmarks/state/run.py [--rounds 3] [--events 1000000] [--entries 10000000] [--perilune FILE]

The rule passes each id on once within ten minutes. The log spans 100 minutes, and one event in four repeats an id
of the last ten. All programs must write the same ids. Rounds are interleaved; a ratio is the median of the rounds'.
The targets are 3 times the processor time of Lua without a store, and 6 times with one. Memory is flat if the
whole log needs at most a quarter more than its first half, or no more than the caches of a store may: 160 MB.

The store has one large table of --entries entries; events read and write random ones. The targets are a start
within 100 ms and 20 µs of processor time per event. floor.c does the same reads and writes with SQLite alone.
"""

import argparse
import filecmp
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))
from runner import measure  # noqa: E402

CACHES = 160  # MB
SPAN = 6000
LIFETIME = 600
LARGE_EVENTS = 100_000


def line(number, id, seconds):
    stamp = f"2026-01-01T{int(seconds) // 3600:02}:{int(seconds) // 60 % 60:02}:{seconds % 60:06.3f}Z"
    return (f'{{"specversion":"1.0","id":"{number}","source":"/web","type":"visit","time":"{stamp}",'
            f'"data":{{"id":"{id}","url":"https://example.com/reports/{number % 977}","ms":{number % 431}}}}}\n')


def write_log(path, events, half):
    """Writes the log, and its first half."""
    chooser = random.Random(1)
    window = max(1, events * LIFETIME // SPAN)
    ids = []
    with open(path, "w") as log, open(half, "w") as first:
        for number in range(events):
            if number % 4 == 3:
                ids.append(ids[-chooser.randint(1, min(window, len(ids)))])
            else:
                ids.append(f"id-{number:08}")
            text = line(number, ids[-1], number * SPAN / events)
            log.write(text)
            if number < events // 2:
                first.write(text)


def dedupe(options, folder):
    log, half = folder / "log.jsonl", folder / "half.jsonl"
    write_log(log, options.events, half)
    peer = ["lua5.4", str(HERE / "peer.lua"), str(log)]

    def command(rule, store=None, log=log):
        kept = ["--store", str(store)] if store else []
        return [options.perilune, "process", str(log), "-s", str(HERE / rule), "--summary", "none", *kept]

    cases = {
        "key all, without a store": (lambda log=log: command("all.lua", log=log), 3),
        "key id, without a store": (lambda log=log: command("id.lua", log=log), 3),
        "key all, with a store": (lambda log=log: command("all.lua", fresh(folder), log), 6),
        "key id, with a store": (lambda log=log: command("id.lua", fresh(folder), log), 6),
    }
    samples = {name: [] for name in ["lua5.4 + lua-cjson", *cases]}
    for _ in range(options.rounds):
        samples["lua5.4 + lua-cjson"].append(measure.run(peer, folder / "peer.out"))
        for name, (make, _) in cases.items():
            samples[name].append(measure.run(make(), folder / "out"))
            if not filecmp.cmp(folder / "out", folder / "peer.out", shallow=False):
                sys.exit(f"{name}: the output is not that of lua5.4")
    missed = False
    print(f"{options.events} events, {options.rounds} rounds; the same output")
    print(f"{'':26} {'CPU s':>7} {'ratio':>6} {'MB':>5} {'MB, half the log':>17}")
    for name, runs in samples.items():
        cpu = statistics.median(run.cpu for run in runs)
        peak = statistics.median(run.peak for run in runs) / 2**20
        if name not in cases:
            print(f"{name:26} {cpu:7.2f} {'':6} {peak:5.0f}")
            continue
        make, target = cases[name]
        before = measure.run(make(half)).peak / 2**20
        ratio = statistics.median(
            ours.cpu / theirs.cpu for ours, theirs in zip(runs, samples["lua5.4 + lua-cjson"]))
        is_met = ratio <= target and peak <= max(before * 1.25, CACHES if "with a" in name else 0)
        missed |= not is_met
        print(f"{name:26} {cpu:7.2f} {ratio:5.2f}x {peak:5.0f} {before:17.0f} "
              f"{'ok' if is_met else f'missed: target {target}x, flat'}")
    return missed


def fresh(folder):
    """A path for a store that does not exist."""
    store = folder / "stores" / "store.db"
    shutil.rmtree(store.parent, ignore_errors=True)
    store.parent.mkdir()
    return store


def large(options, folder):
    store, entries = folder / "large.db", options.entries
    reader = subprocess.Popen(
        [options.perilune, "state", "import", str(store), "-"], stdin=subprocess.PIPE, text=True)
    reader.stdin.write(
        r'{"script":"count.lua","key":"","value":"{\"counts\":{\"\\u0000\":[1,0]}} #1"}' + "\n")
    for number in range(entries):
        reader.stdin.write(
            f'{{"script":"count.lua","key":"","table":1,"member":"id-{number:08}","value":"1"}}\n')
    reader.stdin.close()
    if reader.wait() != 0:
        sys.exit("the store was not imported")
    program = folder / "floor"
    subprocess.run(["cc", "-O2", "-o", str(program), str(HERE / "floor.c"), "-lsqlite3"], check=True)
    chooser = random.Random(2)
    starts, events = [], []
    for number in range(options.rounds + 1):
        one, log = folder / f"one{number}.jsonl", folder / f"large{number}.jsonl"
        one.write_text(line(0, f"id-{0:08}", 0))
        with open(log, "w") as out:
            for event in range(LARGE_EVENTS):
                out.write(line(event, f"id-{chooser.randrange(entries):08}", event / 100))
        command = [options.perilune, "process", "-s", str(HERE / "count.lua"),
                   "--store", str(store), "--summary", "none"]
        start = measure.run([*command, str(one)])
        run = measure.run([*command, str(log)])
        if number > 0:  # The first round is a warm-up.
            starts.append(start.wall * 1000)
            events.append((run.cpu - start.cpu) * 1e6 / LARGE_EVENTS)
    # Last, because it writes no valid checksums.
    floors = [
        float(subprocess.run([str(program), str(store), str(entries), str(LARGE_EVENTS), "25000"],
                             check=True, capture_output=True, text=True).stdout)
        for _ in range(options.rounds)]
    start, event, floor = (statistics.median(each) for each in (starts, events, floors))
    print(f"{entries} entries, {LARGE_EVENTS} events of random entries, {options.rounds} rounds")
    print(f"start {start:9.0f} ms {'ok' if start <= 100 else 'missed: target 100 ms'}")
    print(f"event {event:9.1f} µs CPU {'ok' if event <= 20 else 'missed: target 20 µs'}")
    print(f"floor {floor:9.1f} µs CPU, SQLite alone")
    return start > 100 or event > 20


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--events", type=int, default=1_000_000, help="0 leaves this part out")
    parser.add_argument("--entries", type=int, default=10_000_000, help="0 leaves this part out")
    parser.add_argument("--perilune", default=str(ROOT / ".build/release/perilune"))
    options = parser.parse_args()
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        if options.events:
            missed |= dedupe(options, Path(folder))
        if options.entries:
            missed |= large(options, Path(folder))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
