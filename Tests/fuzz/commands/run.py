#!/usr/bin/env python3
"""Runs commands on generated files: no crash, no hang, bounded memory, documented exit codes, errors with their place.

    Tests/fuzz/commands/run.py [--seconds 30] [--seed N] [--only NAME] [--perilune .build/debug/perilune]

Each module of this folder generates inputs of one kind (`make`) and checks a batch of them (`check`), also against
slow readings of the same inputs. Inputs follow from the seed and the number of the batch. Of a batch with a problem, the
inputs that have it alone are kept in .build/fuzz/findings.
"""
import argparse
import importlib
import pathlib
import random
import sys
import tempfile
import time

from runner import ROOT, Problem, Runner

NAMES = ["links", "rules", "logs", "archives", "lua", "charts", "logins", "sandbox", "library"]


def keep(kind, runner, inputs, problem):
    """Writes the inputs that have a problem alone; all of them if none has."""
    folder = ROOT / ".build/fuzz/findings"
    folder.mkdir(parents=True, exist_ok=True)
    alone = []
    for number, text in enumerate(inputs):
        try:
            kind.check(runner, [text])
        except Problem as own:
            alone.append(text)
            path = folder / f"{kind.__name__}-{number}"
            path.write_bytes(text)
            print(f"{path}: {own}", file=sys.stderr)
            if len(alone) == 5:
                break
    if not alone:
        print(f"no input has it alone; all are in {folder}/{kind.__name__}-*", file=sys.stderr)
        for number, text in enumerate(inputs):
            (folder / f"{kind.__name__}-{number}").write_bytes(text)
    print(f"{kind.__name__}: {problem}", file=sys.stderr)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--seconds", type=float, default=30)
    arguments.add_argument("--seed", type=int, default=time.time_ns() // 1_000_000_000)
    arguments.add_argument("--only", action="append")
    arguments.add_argument("--perilune", default=ROOT / ".build/debug/perilune", type=pathlib.Path)
    arguments.add_argument("--list", action="store_true", help="print the kinds of inputs")
    options = arguments.parse_args()
    if options.list:
        print(*NAMES)
        return 0
    kinds = [importlib.import_module(name) for name in options.only or NAMES]
    print(f"commands: seed {options.seed}")
    failed = False
    for kind in kinds:
        end, count, batch = time.monotonic() + options.seconds / len(kinds), 0, 0
        with tempfile.TemporaryDirectory() as folder:
            runner = Runner(options.perilune.resolve(), folder)
            try:
                while time.monotonic() < end or batch == 0:
                    own = random.Random(f"{options.seed}/{kind.__name__}/{batch}")
                    inputs = [kind.make(own) for _ in range(kind.SIZE)]
                    try:
                        kind.check(runner, inputs)
                    except Problem as problem:
                        keep(kind, runner, inputs, problem)
                        failed = True
                        break
                    count, batch = count + len(inputs), batch + 1
            finally:
                getattr(kind, "stop", lambda: None)()
        print(f"{kind.__name__}: {count} inputs in {runner.runs} runs")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
