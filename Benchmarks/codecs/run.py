#!/usr/bin/env python3
"""What it costs to filter a log and project three of its fields, beside other tools and beside CloudEvents.

    python3 Benchmarks/codecs/run.py [--entries N] [--rounds N] [--perilune FILE] [--instructions [--against FILE]]

The tools take turns; a ratio is the median of the ratios of the rounds, and CPU is user and system time. All outputs
must have the same values in the same order. --instructions counts those for one entry instead, with callgrind: they
do not depend on the load of the machine; --against counts those of another binary too. Needs miller, lua5.4,
lua-cjson and, in the Python that runs it, orjson; a tool that is missing is left out.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True

import logs  # noqa: E402
from runner import cases, measure  # noqa: E402

FAILED = '$status == "failed"'
MAPPING = ("id={id}", "source={shop}", "type=order.{status}", "time=time")


def commands(binary, folder):
    """By case: the log, and by tool its command and the names of its output that Perilune's has."""
    def perilune(log, rule, *options):
        return [str(binary), "process", str(folder / log), "--no-config", "--workers", "1", "--summary", "none",
                "--script", str(HERE / rule), *options]

    mapping = [part for option in MAPPING for part in ("--codec", option)]
    return {
        "csv": ("table.csv", {
            "perilune": perilune("table.csv", "table.lua", "--as", "csv"),
            "miller": ["mlr", "--icsv", "--ojsonl", "-S", "filter", FAILED, "then", "cut", "-o", "-f", "id,user,amount",
                       str(folder / "table.csv")],
            "python csv + orjson": [sys.executable, str(HERE / "table.py"), str(folder / "table.csv")],
        }),
        "combined": ("access.log", {
            "perilune": perilune("access.log", "access.lua", "--as", "combined"),
            "lua pattern + cjson": ["lua5.4", str(HERE / "access_pattern.lua"), str(folder / "access.log")],
        }),
        "json": ("objects.jsonl", {
            "perilune": perilune("objects.jsonl", "orders.lua", "--as", "json", *mapping),
            "perilune, CloudEvents": perilune("events.jsonl", "orders.lua"),
        }),
    }


TARGETS = {
    ("csv", "miller"): 5.0, ("csv", "python csv + orjson"): 1.0, ("combined", "lua pattern + cjson"): 3.0,
    ("json", "perilune, CloudEvents"): 1 / 1.1,
}


def write_logs(folder, count):
    logs.write_table(folder / "table.csv", count)
    logs.write_access_log(folder / "access.log", count)
    logs.write_objects(folder / "objects.jsonl", folder / "events.jsonl", count)


def values(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def is_missing(command):
    if command[0] == "lua5.4":
        return cases.lua_missing("lua5.4")
    if command[0] == sys.executable:
        return cases.module_missing(sys.executable, "orjson")
    return cases.not_found(command[0])


def compare(binary, folder, rounds):
    missed = False
    for case, (log, tools) in commands(binary, folder).items():
        expected, jobs = None, []
        for tool, command in tools.items():
            if reason := is_missing(command):
                print(f"{case}: {tool} is left out: {reason}")
                continue
            out = folder / "out.jsonl"
            measure.run(command, stdout=out)
            answer = values(out)
            if expected not in (None, answer):
                sys.exit(f"{case}: the output of {tool} differs: {len(answer)} lines")
            expected = answer
            jobs.append((tool, lambda number, command=command: measure.run(command)))
        results, failures = measure.interleaved(rounds, jobs, lambda text: None)
        if failures:
            sys.exit("\n".join(failures.values()))
        ours = results["perilune"]
        print(f"\n{case}: {len(expected)} entries kept")
        print(f"  {'tool':24} {'CPU, s':>8} {'µs/entry':>9} {'ratio':>7} {'target':>7}")
        count = sum(1 for _ in open(folder / log, "rb")) - (case == "csv")
        for tool, result in results.items():
            ratio, target = ours.ratio(result, "cpu"), TARGETS.get((case, tool))
            cpu = result.median("cpu")
            judged = "" if target is None else f"{target:7.2f} {'ok' if ratio >= target else 'missed'}"
            missed |= judged.endswith("missed")
            print(f"  {tool:24} {cpu:8.3f} {cpu / count * 1e6:9.2f} {ratio:7.2f} {judged}")
    return missed


def instructions(command):
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command, "-o", "/dev/null"],
        capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr[-800:]}")
    return int(next(line for line in done.stderr.splitlines() if "Collected" in line).split()[-1])


def count_instructions(binaries):
    """For an entry: the difference of two logs, which is free of the start."""
    print(f"{'instructions for an entry':26} " + " ".join(f"{name:>12}" for name in binaries))
    few, many = 1_000, 21_000
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        write_logs(Path(first), few)
        write_logs(Path(second), many)
        for case, tool in (
                ("csv", "perilune"), ("combined", "perilune"), ("json", "perilune"),
                ("json", "perilune, CloudEvents")):
            counts = []
            for binary in binaries.values():
                sizes = [
                    instructions([*commands(binary, Path(folder))[case][1][tool], "--time-limit", "0"])
                    for folder in (first, second)]
                counts.append((sizes[1] - sizes[0]) // (many - few))
            print(f"{case + tool.removeprefix('perilune'):26} " + " ".join(f"{count:12}" for count in counts))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=int, default=500_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--perilune", type=Path, default=ROOT / ".build/release/perilune", metavar="FILE")
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--against", type=Path, metavar="FILE")
    options = parser.parse_args()
    if options.instructions:
        binaries = {"perilune": options.perilune}
        if options.against:
            binaries["against"] = options.against
        count_instructions(binaries)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        write_logs(Path(folder), options.entries)
        return 1 if compare(options.perilune, Path(folder), options.rounds) else 0


if __name__ == "__main__":
    sys.exit(main())
