#!/usr/bin/env python3
"""Four pictures, a cold command each: Perilune beside gnuplot and matplotlib on the same numbers.

    python3 Benchmarks/charts/run.py [--rounds 5] [--binary .build/release/perilune]

col: 16 series of 2000 columns; line: 16 lines of 2000 points; tree: 5000 tiles in 10 x 20 groups of 25;
dash: five small charts. All are 1600 x 1200. gnuplot has no treemap; matplotlib draws one collection a series.
CPU is user and system time of the whole process, start-up and reading of the data included; wall is the
shortest of the rounds. Rounds are interleaved.
"""

import argparse
import csv
import math
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


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


GNUPLOT = {
    "col": "set style data histogram\nset style fill solid\nset yrange [0:*]\nplot for [i=1:16] 'big.dat' using i\n",
    "line": "plot for [i=1:16] 'big.dat' using i with lines\n",
    "dash": "set multiplot layout 2,3\nset style data histogram\nset style fill solid\nset yrange [0:*]\n"
            "plot for [i=1:5] 'small.dat' using i\nplot for [i=1:5] 'small.dat' using i\n"
            "plot for [i=1:5] 'small.dat' using i with lines\nplot 'small.dat' using 1\n"
            "plot 'small.dat' using 1:2 with points\n",
}

MATPLOTLIB = """
import sys, matplotlib
matplotlib.use("agg")
import matplotlib.pyplot as plt
from matplotlib.collections import PolyCollection
name, out = sys.argv[1:]
read = lambda file: list(zip(*[[float(x) for x in line.split()] for line in open(file)]))
def bars(axes, columns):
    width = 0.8 / len(columns)
    for s, column in enumerate(columns):
        x = [c + s * width for c in range(len(column))]
        axes.add_collection(PolyCollection(
            [[(a, 0), (a, v), (a + width, v), (a + width, 0)] for a, v in zip(x, column)], color=f"C{s}"))
    axes.autoscale()
figure = plt.figure(figsize=(16, 12), dpi=100)
if name == "dash":
    columns = read("small.dat")
    axes = figure.subplots(2, 3).flat
    bars(axes[0], columns); bars(axes[1], columns)
    for column in columns: axes[2].plot(column)
    axes[3].pie(columns[0][:6]); axes[4].scatter(columns[0], columns[1])
else:
    columns = read("big.dat")
    axes = figure.subplots()
    if name == "col": bars(axes, columns)
    else:
        for column in columns: axes.plot(column)
figure.savefig(out)
"""


def measure(command, folder, out):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    result = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode or not (folder / out).exists():
        sys.exit(f"{' '.join(map(str, command))}: {result.stderr.decode()[:500]}")
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000, wall * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--binary", type=Path, default=ROOT / ".build/release/perilune")
    options = parser.parse_args()
    has_matplotlib = subprocess.run(
        [sys.executable, "-c", "import matplotlib"], stderr=subprocess.DEVNULL).returncode == 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(folder)
        cases = []
        for picture in ("dash", "tree", "line", "col"):
            for kind in ("svg", "png"):
                out = f"{picture}.{kind}"
                cases.append((picture, kind, "perilune", [
                    options.binary.resolve(), "charts", "render", f"{picture}.xml", "--data", "data", "--width", "1600",
                    "--height", "1200", "-o", out], out))
                if shutil.which("gnuplot") and picture in GNUPLOT:
                    script = folder / f"{out}.gp"
                    terminal = "svg" if kind == "svg" else "pngcairo"
                    script.write_text(f"set terminal {terminal} size 1600,1200\nset output 'g{out}'\n" + GNUPLOT[picture])
                    cases.append((picture, kind, "gnuplot", ["gnuplot", script], f"g{out}"))
                if has_matplotlib and picture != "tree":
                    cases.append((picture, kind, "matplotlib",
                                  [sys.executable, "-c", MATPLOTLIB, picture, f"m{out}"], f"m{out}"))
        found = {case[:3]: [] for case in cases}
        for _ in range(options.rounds):
            for case in cases:
                found[case[:3]].append(measure(case[3], folder, case[4]))
        print("| picture | tool | CPU ms | wall ms |\n|---|---|---|---|")
        for (picture, kind, tool), results in found.items():
            cpu = statistics.median(cpu for cpu, _ in results)
            wall = min(wall for _, wall in results)
            print(f"| {picture} {kind} | {tool} | {cpu:.0f} | {wall:.0f} |")


main()
