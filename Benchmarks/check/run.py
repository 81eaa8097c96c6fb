#!/usr/bin/env python3
"""`perilune check` of a hundred scripts beside `luac -p` of the same files.

    python3 Benchmarks/check/run.py [--rounds 9] [--scripts 100] [--perilune FILE] [--luac FILE]

The scripts are the shipped ones over and over under other names. luac is called once a file, as a hook of an
editor or of git calls it: Debian's 5.4.4 aborts when it is given a hundred at once. The target is five times
that. Also shown: luac of one file, mostly its start, and perilune without a file.
"""

import argparse
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))
from runner import measure  # noqa: E402

TARGET = 5


def write_scripts(folder, count):
    shipped = [file for file in sorted((ROOT / "Scripts").glob("*.lua"))
               if not file.name.endswith("_test.lua")]
    files = []
    for number in range(count):
        source = shipped[number % len(shipped)]
        file = Path(folder) / f"{source.stem}_{number:03}.lua"
        file.write_text(source.read_text())
        files.append(str(file))
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--scripts", type=int, default=100)
    parser.add_argument("--perilune", default=str(ROOT / ".build/release/perilune"))
    parser.add_argument("--luac", default=shutil.which("luac5.4") or "luac")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = write_scripts(folder, options.scripts)
        cases = {
            "luac -p, a file a call": ["sh", "-c", 'luac=$1; shift; for f; do "$luac" -p "$f"; done',
                                       "sh", options.luac, *files],
            "luac -p, one file": [options.luac, "-p", files[0]],
            "perilune check": [options.perilune, "check", *files],
            "perilune version": [options.perilune, "version"],
        }
        samples = {name: [] for name in cases}
        for _ in range(options.rounds):
            for name, command in cases.items():
                samples[name].append(measure.run(command))
    print(f"{options.scripts} scripts, {options.rounds} rounds, milliseconds (wall, processor)")
    for name, runs in samples.items():
        wall, cpu = (statistics.median(getattr(run, field) for run in runs) * 1000
                     for field in ("wall", "cpu"))
        print(f"{name:24} {wall:8.1f} {cpu:8.1f}")
    ratio = statistics.median(
        ours.cpu / theirs.cpu
        for ours, theirs in zip(samples["perilune check"], samples["luac -p, a file a call"]))
    print(f"perilune check costs {ratio:.2f} of luac -p: {'ok' if ratio <= TARGET else 'missed'}")
    return 0 if ratio <= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
