#!/usr/bin/env python3
"""Runs Perilune beside the tools that a user would otherwise pick and prints who costs what.

Nothing but the standard library is needed here; the peers are listed in runner/cases.py and one
that cannot be had is shown as skipped. `make bench` calls this; --help lists the options.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

# Generated files stay out of the source folders.
sys.dont_write_bytecode = True

from runner import answers, cases, corpus as corpora, extras, inprocess, report  # noqa: E402
from runner.measure import interleaved, run  # noqa: E402

HERE = Path(__file__).resolve().parent
# Rounds in one process for each run of the whole-process cases: they are short.
IN_PROCESS = 3
VENV_PYTHON = HERE / ".venv" / "bin" / "python"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=1_000_000, help="size of the log")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each case")
    parser.add_argument("--only", default="", help="cases whose name contains this text")
    parser.add_argument(
        "--perilune", type=Path, default=HERE.parent / ".build/release/perilune", metavar="FILE",
        help="the program to measure")
    parser.add_argument("--big", action="store_true", help="also the memory peak on a 1 GB log")
    parser.add_argument("--floor", type=Path, metavar="DIR", help="also the floor program in DIR")
    parser.add_argument(
        "--in-process", action="store_true", help="only what is measured inside one process")
    parser.add_argument("--offline", action="store_true", help="install no Python packages")
    return parser.parse_args()


def say(text):
    print(text, file=sys.stderr, flush=True)


def prepare_python(offline):
    """A virtual environment with orjson and lupa, each as far as it can be had."""
    if not VENV_PYTHON.is_file():
        made = subprocess.run(
            [sys.executable, "-m", "venv", HERE / ".venv"], capture_output=True, check=False)
        if made.returncode != 0:
            say("cannot make a virtual environment: is python3-venv installed?")
            return
    for line in (HERE / "peers" / "requirements.txt").read_text().splitlines():
        wanted = line.partition("#")[0].strip()
        if not wanted or offline or cases.quiet([VENV_PYTHON, "-c", f"import {wanted}"]):
            continue
        if not cases.quiet([VENV_PYTHON, "-m", "pip", "install", "--quiet", wanted]):
            say(f"cannot install {wanted}")


def measure(selected, corpus, rounds):
    """All cases, interleaved; each answer is checked after the first round, then its size."""
    out = corpora.FOLDER / "out.jsonl"
    verdicts, sizes, expected = {}, {}, []

    def job(case):
        name = f"{case.task}: {case.tool}"

        def once(number):
            out.unlink(missing_ok=True)
            sample = run(case.arguments(corpus.path, out),
                         stdout=os.devnull if case.writes_file else out)
            if number == 0:
                sizes[name] = out.stat().st_size
                if case.task == "rewrite":
                    verdicts[name] = answers.check_rewrite(out, corpus.path, case.is_perilune)
                else:
                    if not expected:
                        expected.extend(answers.values(out))
                    verdicts[name] = answers.check_rule(out, expected)
            elif out.stat().st_size != sizes[name]:
                verdicts[name].problem = f"other bytes in round {number + 1}"
            return sample

        return name, once

    jobs = [job(case) for case in selected if not case.missing]
    results, failures = interleaved(rounds, jobs, say)
    out.unlink(missing_ok=True)
    return results, failures, verdicts


def main():
    options = parse_arguments()
    if options.in_process:
        return only_in_process(options.rounds)
    prepare_python(options.offline)
    if not corpora.is_the_published_one():
        say("note: the generator was changed; figures do not compare with published ones")
    corpus = corpora.obtain(options.events)

    # Peers first: their answer is what Perilune's is compared with, not the other way round.
    every = cases.peer_cases(VENV_PYTHON) + cases.perilune_cases(options.perilune)
    selected = [case for case in every if options.only in f"{case.task}: {case.tool}"]
    results, failures, verdicts = measure(selected, corpus, options.rounds)
    for name, failure in failures.items():
        say(f"\n{name}\n{failure}")

    out = corpora.FOLDER / "out.jsonl"
    start_up = extras.start_up(options.perilune, corpus, say)
    memory = extras.large_log(options.perilune, corpus, out, say) if options.big else {}
    floor = {}
    if options.floor:
        floor = extras.floor(options.floor, options.perilune, options.rounds, out, say)
    inside = {} if options.only else inprocess.findings(IN_PROCESS * options.rounds, say)
    targets = report.targets(results, start_up, memory, floor) + inprocess.targets(inside)

    versions = cases.versions(VENV_PYTHON, options.perilune)
    sections = [
        f"{corpus.events} events, {corpus.size / 1e6:.0f} MB, {corpus.mean_line:.0f} bytes a line; "
        f"median of {options.rounds} rounds; {os.cpu_count()} processors. "
        f"A ratio says how many times less a tool costs than {cases.BASELINE}.",
        *(report.task_table(task, selected, results, verdicts, failures, corpus)
          for task in cases.TASKS if any(case.task == task for case in selected)),
        report.extras_text(start_up, memory, floor),
        inprocess.text(inside),
        report.targets_table(targets),
        "Compared: " + "; ".join(f"{name} {text}" for name, text in versions.items()),
    ]
    text = "\n\n".join(section for section in sections if section)
    print(text)

    folder = HERE / "results"
    folder.mkdir(exist_ok=True)
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    (folder / f"{stamp}.md").write_text(text + "\n")
    (folder / f"{stamp}.json").write_text(json.dumps({
        "time": stamp, "machine": platform.machine(), "processors": os.cpu_count(),
        "events": corpus.events, "bytes": corpus.size, "versions": versions,
        "samples": {name: result.as_json() for name, result in results.items()},
        "answers": {name: asdict(verdict) for name, verdict in verdicts.items()},
        "failures": failures, "startUp": start_up, "memory": memory, "floor": floor,
        "inProcess": inside,
        "targets": [{**asdict(target), "reached": target.reached} for target in targets],
    }, indent=1, ensure_ascii=False) + "\n")

    wrong = [name for name, verdict in verdicts.items() if verdict.problem]
    unmeasured = not options.only and not inside
    return 1 if wrong or failures or unmeasured else 0


def only_in_process(rounds):
    found = inprocess.findings(IN_PROCESS * rounds, say)
    if not found:
        return 1
    print(inprocess.text(found), report.targets_table(inprocess.targets(found)), sep="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
