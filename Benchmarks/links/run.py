#!/usr/bin/env python3
"""Instructions to decide one link with 0, 1, 1,000 and 10,000 link rules, counted with callgrind.

    python3 Benchmarks/links/run.py [--perilune FILE] [--against FILE] [--json]

The links name reports in the app, on the Web, and relative to a page, in equal parts; a third has no rule that takes it.
Two logs differ by 5,000 links: the difference of their counts is free of start and compilation of the rules.
--against measures another binary beside it, such as one of an earlier version, and prints the ratio.
Instructions do not depend on the load of the machine. Needs valgrind.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LINKS = 5_000
RULES = (0, 1, 1_000, 10_000)


def link(number, reports):
    # Every third link is for a report that no rule names.
    report = number * 7919 % (reports or 1) if number % 3 else reports + number
    match number % 4:
        case 0 | 1:
            return f"mstr://?evt=4001&src=mstr.4001&reportID=R{report}&currentViewMedia=1"
        case 2:
            return f"https://bi.example.com/MicroStrategy/servlet/mstrWeb?evt=4001&src=mstrWeb.4001&reportID=R{report}"
        case _:
            return f"Main.aspx?evt=4001&src=Main.aspx.4001&reportID=R{report}"


def write_log(file, count, reports):
    with file.open("w") as log:
        for number in range(count):
            event = {"specversion": "1.0", "id": f"e{number}", "source": "/mobile", "type": "link.drill",
                     "time": "2026-01-01T00:00:00Z", "data": {"url": link(number, reports)}}
            log.write(json.dumps(event, separators=(",", ":")) + "\n")


def write_scripts(folder, rules):
    """Scripts of up to 5,000 rules: a larger one would exceed the maximum size."""
    files = []
    for first in range(0, rules, 5_000):
        listed = "".join(
            f'    "?evt=4001&reportID=R{number}",\n' for number in range(first, min(first + 5_000, rules)))
        file = folder / f"rules{rules}-{first}.lua"
        file.write_text(
            "return {\n  url = {\n" + listed + "  },\n"
            "  shouldHandle = function() return false end,\n  execute = function() end,\n}\n")
        files.append(file)
    return files


def instructions(binary, log, scripts):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(binary), "process", str(log),
               "--no-config", "--workers", "1", "--time-limit", "0", "-o", "/dev/null"]
    for script in scripts:
        command += ["--script", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr[-800:]}")
    line = next(line for line in done.stderr.splitlines() if "Collected" in line)
    return int(line.split()[-1])


def per_link(binary, folder, rules):
    scripts = write_scripts(folder, rules)
    counts = []
    for count in (LINKS, 2 * LINKS):
        log = folder / f"links{rules}-{count}.jsonl"
        write_log(log, count, rules)
        counts.append(instructions(binary, log, scripts))
    return (counts[1] - counts[0]) / LINKS


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--perilune", type=Path, default=ROOT / ".build/release/perilune", metavar="FILE")
    parser.add_argument("--against", type=Path, metavar="FILE", help="another binary to compare with")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for rules in RULES:
            row = {"rules": rules, "instructions": per_link(options.perilune, Path(folder), rules)}
            if options.against:
                row["against"] = per_link(options.against, Path(folder), rules)
            rows.append(row)
    if options.json:
        print(json.dumps(rows))
        return
    for row in rows:
        line = f"{row['rules']:>6,} rules {row['instructions']:>9,.0f} instructions a link"
        if "against" in row:
            line += f", {row['against']:,.0f} before: {row['instructions'] / row['against'] - 1:+.1%}"
        print(line)


if __name__ == "__main__":
    main()
