#!/usr/bin/env python3
"""Totals and places of charts over public data sets are those that pandas computes.

    python3 charts_totals.py PERILUNE

Draws a chart for each kind, data set, category, series and aggregate below: rows repeat in most of them, in
the order of the file. Every mark must have the value that pandas computes for its category and series, and
lie where the value says; dates lie where their times say. Without an aggregate, `check` must warn
exactly where rows repeat.
"""

import importlib.util
import itertools
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

import pandas

from charts_marks import lie_on_a_line, marks

# Data set, then categories, series and values of its charts; dates lie on a time axis.
DATA = [
    ("cars.json", ["Origin", "Cylinders", "@Year"], [None, "Origin"], ["Horsepower", "Miles_per_Gallon"]),
    ("barley.json", ["site", "variety"], [None, "year"], ["yield"]),
    ("iris.json", ["species"], [None], ["petalLength", "sepalWidth"]),
    ("seattle-weather.csv", ["weather"], [None], ["precipitation", "wind"]),
    ("iowa-electricity.csv", ["@year", "source"], [None, "source"], ["net_generation"]),
    ("us-employment.csv", ["@month"], [None], ["nonfarm_change", "mining_and_logging"]),
    ("crimea.json", ["@date"], [None], ["disease", "wounds"]),
    ("ohlc.json", ["@date", "signal"], [None, "signal"], ["close", "ret"]),
    ("burtin.json", ["Gram_Staining", "Genus"], [None, "Genus"], ["Neomycin"]),
    ("driving.json", ["side"], [None], ["miles", "gas"]),
    ("wheat.json", ["year"], [None], ["wheat"]),
]
AGGREGATES = {
    None: "sum", "Sum": "sum", "Mean": "mean", "Median": "median", "Min": "min", "Max": "max", "Count": "count",
    "Distinct": "nunique", "First": "first", "Last": "last",
}
KINDS = ["Column", "Line"]
MOST_MARKS = 900


def frame(path):
    data = pandas.read_csv(path) if path.suffix == ".csv" else pandas.DataFrame(json.loads(path.read_text()))
    return data


def combinations(source):
    for name, categories, series, values in DATA:
        data = frame(source / name)
        for category, by, value in itertools.product(categories, series, values):
            if category.lstrip("@") == by:
                continue
            # Each aggregate once; the kinds of charts take turns.
            for number, aggregate in enumerate(AGGREGATES):
                yield name, data, category, by, value, aggregate, KINDS[number % 2]


def expected(data, category, by, value, aggregate):
    """What pandas computes, by category and series."""
    keys = [category] + ([by] if by else [])
    rows = data.dropna(subset=[value])
    result = rows.groupby(keys, sort=False)[value].agg(AGGREGATES[aggregate])
    return {(key if isinstance(key, tuple) else (key, "")): float(number) for key, number in result.items()}


def text(value):
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def check(perilune, folder, case):
    name, data, category, by, value, aggregate, kind = case
    is_time, category = category.startswith("@"), category.lstrip("@")
    wanted = expected(data, category, by, value, aggregate)
    if len(wanted) > MOST_MARKS:
        return False
    query = name.split(".")[0]
    series = f"<Series Column={quoteattr(by)}/>" if by else ""
    declared = f' Aggregate="{aggregate}"' if aggregate else ""
    (folder / "chart.xml").write_text(
        f'<MobileAnalytic><Dashboard><Chart Name="C" ChartType="{kind}" Query={quoteattr(query)}>'
        f"<Category Column={quoteattr(category)}/>{series}<Values><Value Expression={quoteattr(value)}{declared}/>"
        "</Values></Chart></Dashboard></MobileAnalytic>")
    if aggregate in (None, "Sum"):
        checked = subprocess.run(
            [perilune, "charts", "check", folder / "chart.xml", "--data", folder / "data"], capture_output=True,
            text=True)
        assert checked.returncode == 0, checked.stdout + checked.stderr
        repeats = len(data.dropna(subset=[value])) > len(wanted)
        assert ("added up" in checked.stdout) == (repeats and aggregate is None), checked.stdout
    found = marks(perilune, folder, "C", file="chart.xml")
    # pandas drops what has no category, as nothing else does.
    assert len(found) == len(wanted), f"{len(found)} marks instead of {len(wanted)}"
    if is_time:
        times = sorted({key[0] for key in wanted}, key=pandas.Timestamp)
        names = {index: time for index, time in enumerate(times)}
    for mark in found:
        label = ", ".join(mark.label)
        key = names[mark.category] if is_time else next(
            key for key in {key[0] for key in wanted} if label == text(key) or label.startswith(f"{text(key)}, "))
        own = next(other for other in {key[1] for key in wanted}
                   if not by or text(other) in (mark.label[-1], ", ".join(mark.label[1:]))) if by else ""
        number = wanted[key, own]
        assert abs(mark.values[0] - number) <= 1e-5 * max(1, abs(number)), f"{label}: {mark.values[0]}, not {number}"
    # The markers of a series are of one shape, but those that are only to be reached are circles.
    shapes = {(mark.series, mark.radius) for mark in found}
    for shape in shapes if kind == "Line" else []:
        line = [mark for mark in found if (mark.series, mark.radius) == shape]
        if len({mark.values[0] for mark in line}) > 1:
            # Labels have six digits, a plot has hundreds of pixels.
            lie_on_a_line([(mark.values[0], mark.y) for mark in line], 0.05, value)
        if is_time and len(line) > 1:
            lie_on_a_line(
                [(pandas.Timestamp(names[mark.category]).timestamp(), mark.x) for mark in line], 0.05, "time")
    if kind == "Column" and not by:
        tallest = max(found, key=lambda mark: mark.height)
        scale = tallest.height / abs(tallest.values[0]) if tallest.values[0] else 0
        for mark in found:
            # Both ends are on whole pixels, and what is not nothing is to be seen.
            assert abs(abs(mark.values[0]) * scale - mark.height) <= 1.6, f"{mark.label}: {mark.height} high"
    return True


def main():
    perilune = sys.argv[1]
    source = Path(importlib.util.find_spec("vega_datasets").submodule_search_locations[0]) / "_data"
    drawn, failed = 0, []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "data").symlink_to(source)
        for case in combinations(source):
            try:
                drawn += check(perilune, folder, case)
            except (AssertionError, StopIteration, KeyError) as error:
                failed.append(f"{case[0]} {case[2:]}: {type(error).__name__} {error}")
    print(f"{drawn} charts, {len(failed)} failed")
    if failed or drawn < 200:
        sys.exit("\n".join(failed))


main()
