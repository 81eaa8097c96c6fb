#!/usr/bin/env python3
"""`perilune diff` beside `perilune process` of the same scripts on the same log.

    python3 Benchmarks/diff/run.py [--rounds 5] [--events 200000] [--perilune FILE]

A diff decides every event twice. Its speed per version is therefore twice its events a second of processor
time; the target is 60 % of what `process` needs for one version, which writes records and emitted values
and throws nothing away. Three pairs of versions: the same rule twice, one that differs for one event in a
hundred, and a rule that changes every event. Rounds are interleaved; a ratio is the median of each round's.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))
from runner import corpus, measure  # noqa: E402

TARGET = 0.6
RULE = (HERE.parent / "scripts/rule.lua").read_text()
REWRITE = (HERE.parent / "scripts/rewrite.lua").read_text()


def pairs(folder):
    """The old and the new version of each case, as files."""
    # About one event in a hundred is a link to this report on our hosts.
    fewer = RULE.replace('  ["A82E1D9311EC77B0520F00B0D1F3C96B"] = true,\n', "")
    other = REWRITE.replace("true", "false")
    assert fewer != RULE and other != REWRITE
    for name, old, new in [
            ("alike", RULE, RULE), ("few differ", RULE, fewer), ("all differ", REWRITE, other)]:
        files = []
        for version, text in [("old", old), ("new", new)]:
            file = Path(folder) / name.replace(" ", "-") / version / "rule.lua"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            files.append(str(file))
        yield name, *files


def seconds(command, statuses=(0,)):
    """Processor seconds; a diff ends with 1 where versions differ."""
    wrapped = ["sh", "-c", '"$@" >/dev/null 2>&1; case " %s " in *" $? "*) exit 0;; esac; exit 99'
               % " ".join(map(str, statuses)), "sh", *command]
    return measure.run(wrapped).cpu


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--events", type=int, default=200_000)
    parser.add_argument("--perilune", default=str(ROOT / ".build/release/perilune"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.jsonl"
        with open(log, "wb") as out:
            subprocess.run(
                [str(corpus.generator()), "--events", str(options.events), "--seed", "42"],
                check=True, stdout=out)
        cases = list(pairs(folder))
        times = {name: [] for name, _, _ in cases}
        for _ in range(options.rounds):
            for name, old, new in cases:
                process = seconds(
                    [options.perilune, "process", str(log), "-s", new, "--dry-run",
                     "--records", str(Path(folder) / "records"),
                     "-o", str(Path(folder) / "output"), "--summary", "none"])
                diff = seconds([options.perilune, "diff", old, new, str(log)], (0, 1))
                times[name].append((process, diff))
        print(f"{options.events} events, {options.rounds} rounds, processor time")
        print(f"{'versions':12} {'process':>9} {'diff':>9} {'speed a version':>16}")
        missed = False
        for name, rounds in times.items():
            process, diff = (statistics.median(each) for each in zip(*rounds))
            ratio = statistics.median(2 * process / diff for process, diff in rounds)
            # Where everything differs, everything is read and compared: that is not the target's case.
            judged = "" if name == "all differ" else ("ok" if ratio >= TARGET else "missed")
            missed |= judged == "missed"
            print(f"{name:12} {process:8.2f}s {diff:8.2f}s {ratio:15.0%} {judged}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
