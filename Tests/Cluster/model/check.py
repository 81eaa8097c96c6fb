#!/usr/bin/env python3
"""Checks the model of a cluster with SPIN.

    Tests/Cluster/model/check.py [--quick] [--only NAME] [--trail NAME]

Each row of runs.tsv is one run. The exit code is 1 if an invariant fails that should hold, or if one holds although its guard
was removed. --trail shows what happens in a run that fails as it should.
"""

import argparse
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Those of --quick.
QUICK = ["lane", "fence", "known-ids"]
# The time for a sample, and for any other run.
SAMPLE, LIMIT = 90, 600


def runs():
    for line in (HERE / "runs.tsv").read_text().splitlines():
        if not line.startswith("#"):
            name, expected, macros, meaning = line.split("\t")
            yield name, expected, [f"-D{macro}" for macro in macros.split()], meaning


def build(folder, macros, options):
    subprocess.run(["spin", *macros, "-a", f"{HERE}/cluster.pml"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["gcc", "-O1", "-w", "-DSAFETY", "-DMEMLIM=3500", "-DVECTORSZ=1024", *options, "-o", "pan", "pan.c"],
                   cwd=folder, check=True)


def verify(folder, expected, macros):
    """The report of the verifier."""
    if expected == "sample":
        build(folder, macros, ["-DBITSTATE"])
        arguments, limit = ["-w31", "-m100000"], SAMPLE
    elif expected == "holds":
        build(folder, macros, ["-DCOLLAPSE"])
        arguments, limit = ["-w22", "-m100000"], LIMIT
    elif expected == "reached":
        build(folder, macros, [])
        arguments, limit = ["-w20", "-m100000"], LIMIT
    else:
        # Breadth first finds one of the shortest trails.
        build(folder, macros, ["-DBFS"])
        arguments, limit = ["-w22"], LIMIT
    program = subprocess.Popen(["nice", "./pan", *arguments], cwd=folder, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        return program.communicate(timeout=limit)[0], False
    except subprocess.TimeoutExpired:
        # It reports what it has seen so far.
        program.send_signal(signal.SIGINT)
        return program.communicate()[0], True


def number(pattern, report):
    found = re.search(pattern, report)
    return int(float(found[1])) if found else 0


def check(name, expected, macros, meaning):
    """Runs a row; returns whether it is as expected, and how many states and steps SPIN saw."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report, stopped = verify(folder, expected, macros)
    took = time.monotonic() - start
    states = number(r"([\d.e+]+) states, stored", report)
    steps = number(r"([\d.e+]+) transitions", report)
    depth = number(r"at depth (\d+)", report)
    broken = re.search(r"assertion violated !\((\w+)\)", report.replace("  ", " "))
    found = broken[1] if broken else "error" if "errors: 0" not in report else "holds"
    incomplete = stopped or "Search not completed" in report or "max search depth" in report
    right = {"holds": found == "holds" and not incomplete, "sample": found == "holds",
             "reached": found == "complete"}.get(expected, found == expected)
    outcome = {"holds": "all invariants hold", "complete": f"all events processed after {depth} steps"}.get(
        found, f"{found} after {depth} steps")
    if expected == "sample":
        outcome += " in this sample"
    elif incomplete and found == "holds":
        outcome = "not completed"
    print(f"{'ok' if right else 'WRONG':5} {name:18} {outcome:44} {states:>11,} states {took:5.1f} s  {meaning}", flush=True)
    if found == "error" or not right:
        print(report, file=sys.stderr)
    return right, states, steps


def show_trail(expected, macros):
    with tempfile.TemporaryDirectory() as folder:
        verify(folder, expected, macros)
        trail = next(Path(folder).glob("*.trail"))
        subprocess.run(["spin", "-T", "-k", trail, *macros, f"{HERE}/cluster.pml"], cwd=folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a few of the runs, in seconds")
    parser.add_argument("--only", metavar="NAME", help="one run")
    parser.add_argument("--trail", metavar="NAME", help="show what happens in a run that fails as it should")
    arguments = parser.parse_args()
    chosen = [row for row in runs() if (not arguments.quick or row[0] in QUICK)
              and (arguments.only or arguments.trail or row[0]) == row[0]]
    if not chosen:
        parser.error("there is no such run in runs.tsv")
    if arguments.trail:
        return show_trail(chosen[0][1], chosen[0][2])
    start = time.monotonic()
    results = [check(*row) for row in chosen]
    wrong = sum(not right for right, _, _ in results)
    print(f"{len(results)} runs, {sum(r[1] for r in results):,} states, {sum(r[2] for r in results):,} steps between them, "
          f"{time.monotonic() - start:.0f} s: {f'{wrong} are not as expected' if wrong else 'all as expected'}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
