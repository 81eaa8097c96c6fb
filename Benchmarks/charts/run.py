#!/usr/bin/env python3
"""Four pictures: Perilune beside gnuplot, vl-convert and matplotlib on the same numbers.

    python3 Benchmarks/charts/run.py [--rounds 5] [--warm 10] [--binary .build/release/perilune]

col: 16 series of 2000 columns; line: 16 lines of 2000 points; tree: 5000 tiles in 200 groups of 25;
dash: five small charts. All are 1600 x 1200. gnuplot has no treemap; matplotlib draws one collection a series and
no treemap here. vl-convert and matplotlib take part where the Python that runs this has them.

Cold is a whole process, start-up and reading of the data included. Warm is one more picture in a process that has
read the data: of two runs with different counts of pictures the difference, a picture. CPU is user and system time;
both are medians, wall also has the shortest. Rounds are interleaved; what takes more than ten seconds is run once.
"""

import argparse
import csv
import json
import math
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import gnuplot

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))
from runner import measure  # noqa: E402


def value(series, category):
    return round(50 + series * 3 + 20 * math.sin(category / 90 + series) + (category * 7919 + series * 104729) % 997 / 60, 2)


def chart(name, kind, query, category="c", series="s", extra=""):
    series = f'<Series Column="{series}" />' if series else ""
    return (
        f'<Chart Name="{name}" Title="{name}" ChartType="{kind}" Query="{query}"><Category Column="{category}" />{series}'
        f'<Values><Value Expression="v" ValueSequence="1" DisplayName="v" />{extra}</Values></Chart>')


def rows(path, header, lines):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(lines)


def make(folder):
    """Metadata and data of the four pictures; a file of columns for gnuplot beside them."""
    data = folder / "data"
    data.mkdir()
    rows(data / "big.csv", ["c", "s", "v"], [(c, f"s{s}", value(s, c)) for c in range(2000) for s in range(16)])
    small = [(f"c{c}", f"s{s}", value(s, c * 40)) for c in range(10) for s in range(5)]
    rows(data / "small.csv", ["c", "s", "v"], small)
    rows(data / "one.csv", ["c", "v"], [(f"c{c}", value(1, c * 40)) for c in range(6)])
    rows(data / "bubbles.csv", ["c", "s", "v", "w"],
         [(f"c{c}", f"s{s}", value(s, c * 13), value(s + 3, c * 7)) for c in range(50) for s in range(2)])
    rows(data / "outer.csv", ["g", "v", "w"], [(f"g{g}", 500, g) for g in range(200)])
    rows(data / "inner.csv", ["g", "t", "v", "w"],
         [(f"g{g}", f"t{t}", value(g % 16, t * 31), (g * 25 + t) % 100 - 50) for g in range(200) for t in range(25)])
    level = ('<TreeMapLevel Name="{n}" ChartType="TreeMap" ChartSequence="{q}" Query="{y}"><Category Column="{c}" /><Values>'
             '<Value Expression="v" ValueSequence="1" /><Value Expression="w" ValueSequence="2" /></Values></TreeMapLevel>')
    bodies = {
        "col": chart("Columns", "Column", "big"), "line": chart("Lines", "Line", "big"),
        "tree": '<TreeMapGroup Name="Tiles" Title="Tiles">' + level.format(n="a", q=1, y="outer", c="g")
                + level.format(n="b", q=2, y="inner", c="t") + "</TreeMapGroup>",
        "dash": chart("A", "Column", "small") + chart("B", "Bar", "small") + chart("C", "Line", "small")
                + chart("D", "Pie", "one", series=None)
                + chart("E", "Bubble", "bubbles", extra='<Value Expression="w" ValueSequence="2" DisplayName="w" />'),
    }
    for name, body in bodies.items():
        (folder / f"{name}.xml").write_text(f"<MobileAnalytic><Dashboard>{body}</Dashboard></MobileAnalytic>")
    (folder / "big.dat").write_text(
        "\n".join(" ".join(str(value(s, c)) for s in range(16)) for c in range(2000)))
    (folder / "small.dat").write_text(
        "\n".join(" ".join(str(value(s, c * 40)) for s in range(5)) for c in range(10)))


def milliseconds(command, folder, out):
    sample = measure.run(command, folder=folder)
    if not (folder / out).exists():
        sys.exit(f"{' '.join(map(str, command))}: there is no {out}")
    return sample.cpu * 1000, sample.wall * 1000


CAPTURE = """
local snapshot = require "snapshot"
return { on = "bench.draw", execute = function(event)
  for _ = 1, event.data.count do
    snapshot.capture(event.data.view, { format = event.data.format, width = 1600, height = 1200 })
  end
end }
"""


def has(module):
    return subprocess.run([sys.executable, "-c", f"import {module}"], stderr=subprocess.DEVNULL).returncode == 0


def perilune(binary, folder, picture, kind, count):
    """One picture by a command, or several in one process by a script."""
    if count == 0:
        out = f"{picture}.{kind}"
        return [binary, "charts", "render", f"{picture}.xml", "--data", "data", "--width", "1600", "--height", "1200",
                "-o", out], out
    log = f"{picture}-{kind}-{count}.jsonl"
    data = {"view": picture, "format": kind, "count": count}
    (folder / log).write_text(json.dumps(
        {"specversion": "1.0", "id": "1", "source": "s", "type": "bench.draw", "data": data}) + "\n")
    return [binary, "process", log, "--script", "capture.lua", "--charts", f"{picture}.xml", "--time-limit", "0",
            "--records", "records.jsonl"], "records.jsonl"


def peers(folder):
    """The others by name: what runs a picture so many times in one process, and the pictures they draw."""
    found = {}
    if shutil.which("gnuplot"):
        found["gnuplot"] = (lambda *case: gnuplot.command(folder, *case), gnuplot.PLOTS)
    for name, module, program, pictures in [
            ("vl-convert", "vl_convert", "vega.py", ["dash", "tree", "line", "col"]),
            ("matplotlib", "matplotlib", "matplotlib_peer.py", ["dash", "line", "col"])]:
        if has(module):
            found[name] = (
                lambda picture, kind, count, program=program: (
                    [sys.executable, HERE / program, picture, f"{program[0]}{picture}.{kind}", str(count)],
                    f"{program[0]}{picture}.{kind}"),
                pictures)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--warm", type=int, default=10, help="how many warm pictures a run makes; 0 for none")
    parser.add_argument("--binary", type=Path, default=ROOT / ".build/release/perilune")
    options = parser.parse_args()
    binary = options.binary.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(folder)
        (folder / "capture.lua").write_text(CAPTURE)
        for picture in ("dash", "tree", "line", "col"):
            (folder / f"{picture}.data").symlink_to("data")
        tools = {"perilune": (lambda *case: perilune(binary, folder, *case), ["dash", "tree", "line", "col"]),
                 **peers(folder)}
        cases = [(picture, kind, tool) for picture in ("dash", "tree", "line", "col") for kind in ("svg", "png")
                 for tool, (_, pictures) in tools.items() if picture in pictures]
        cold, warm = run(cases, tools, folder, options.rounds, options.warm)
    for title, found in [("cold", cold), ("warm", warm)]:
        if not any(found.values()):
            continue
        print(f"\n| {title}: wall, shortest of (CPU) ms | {' | '.join(tools)} |\n|---|{'---|' * len(tools)}")
        for picture in ("dash", "tree", "line", "col"):
            for kind in ("svg", "png"):
                cells = [cell(found.get((picture, kind, tool), [])) for tool in tools]
                print(f"| {picture} {kind} | {' | '.join(cells)} |")


def cell(samples):
    if not samples:
        return "-"
    cpu, wall = ([sample[i] for sample in samples] for i in (0, 1))
    number = lambda value: f"{value:.0f}" if value >= 10 else f"{value:.1f}"
    return f"{number(statistics.median(wall))}, {number(min(wall))} ({number(statistics.median(cpu))})"


def run(cases, tools, folder, rounds, warm):
    """What each case took, cold and warm, by round."""
    cold, hot = {case: [] for case in cases}, {case: [] for case in cases}
    slow = set()
    for _ in range(rounds):
        for case in cases:
            if case in slow:
                continue
            picture, kind, tool = case
            make_command = tools[tool][0]
            command, out = make_command(picture, kind, 0)
            cold[case].append(milliseconds(command, folder, out))
            if cold[case][-1][1] > 10_000:
                slow.add(case)
            if not warm or case in slow:
                continue
            # What takes long needs few to be measured.
            count = max(1, min(warm, int(20_000 / cold[case][-1][1])))
            one = milliseconds(*with_out(make_command(picture, kind, 1), folder))
            many = milliseconds(*with_out(make_command(picture, kind, 1 + count), folder))
            hot[case].append(tuple(max(0, b - a) / count for a, b in zip(one, many)))
    return cold, hot


def with_out(command, folder):
    return command[0], folder, command[1]


main()
