#!/usr/bin/env python3
"""Charts of data that nobody here made are those data: places and sizes in the picture, checked in Python.

    python3 charts_datasets.py PERILUNE

Gapminder's countries (package gapminder) and scikit-learn's diabetes patients go through CSV files and
metadata into pictures; every mark names its category, series and value, and lies where the value says.
"""

import csv
import gzip
import importlib.util
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from charts_marks import lie_on_a_line, marks

CONTINENTS = ["Africa", "Americas", "Asia", "Europe", "Oceania"]
METADATA = """<MobileAnalytic><Dashboard>
  <Chart Name="Countries" Title="Length of life and population, 2007" ChartType="Bubble" Query="countries">
    <Category Column="country" DisplayName="Country" /><Series Column="continent" />
    <Values><Value Expression="lifeExp" ValueSequence="1" DisplayName="Years" />
      <Value Expression="pop" ValueSequence="2" DisplayName="People" /></Values></Chart>
  <Chart Name="Lives" Title="Length of life" ChartType="Line" Query="lives">
    <Category Column="year" Format="Rounded0" DisplayName="Year" /><Series Column="continent" />
    <Values><Value Expression="years" ValueSequence="1" DisplayName="Years" /></Values></Chart>
  <Chart Name="People" Title="People" ChartType="StackedColumn" Query="people">
    <Category Column="year" Format="Rounded0" DisplayName="Year" /><Series Column="continent" />
    <Values><Value Expression="pop / 1000000" ValueSequence="1" DisplayName="Millions" /></Values></Chart>
  <Chart Name="Patients" Title="Body mass index and age" ChartType="Scatter" Query="patients">
    <Category Column="age" Format="Rounded0" DisplayName="Age" /><Series Column="sex" />
    <Values><Value Expression="bmi" ValueSequence="1" DisplayName="Body mass index" /></Values></Chart>
</Dashboard></MobileAnalytic>"""


def package_file(package, *parts):
    """A file of a package, which need not be importable."""
    return Path(importlib.util.find_spec(package).submodule_search_locations[0]).joinpath(*parts)


def write(path, rows):
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return rows


def make(folder):
    """The rows of each query, as they are written to its file."""
    with package_file("gapminder", "gapminder.csv").open() as file:
        countries = list(csv.DictReader(file))
    sums = defaultdict(lambda: [0.0, 0.0])
    for row in countries:
        found = sums[int(row["year"]), row["continent"]]
        found[0] += float(row["pop"])
        found[1] += float(row["pop"]) * float(row["lifeExp"])
    with gzip.open(package_file("sklearn", "datasets", "data", "diabetes_data_raw.csv.gz"), "rt") as file:
        patients = [line.split()[:3] for line in file]
    data = folder / "data"
    data.mkdir()
    return {
        "Countries": write(data / "countries.csv", [row for row in countries if row["year"] == "2007"]),
        "Lives": write(data / "lives.csv", [
            {"year": year, "continent": name, "years": years / people}
            for (year, name), (people, years) in sorted(sums.items())]),
        "People": write(data / "people.csv", [
            {"year": year, "continent": name, "pop": people} for (year, name), (people, _) in sorted(sums.items())]),
        "Patients": write(data / "patients.csv", [
            {"age": age, "sex": {"1": "first", "2": "second"}[sex], "bmi": bmi} for age, sex, bmi in patients]),
    }


def close(one, other):
    """Labels have six digits of a fraction."""
    return abs(one - other) <= 1e-5 * max(1, abs(one), abs(other))


def check_countries(rows, found):
    by_name = {row["country"]: row for row in rows}
    assert len(found) == len(by_name) == 142, len(found)
    biggest = max(found, key=lambda mark: mark.values[1])
    for mark in found:
        row = by_name[", ".join(mark.label[:-1])]
        assert mark.label[-1] == row["continent"]
        assert close(mark.values[0], float(row["lifeExp"])) and close(mark.values[1], float(row["pop"])), mark.label
        area = mark.values[1] / biggest.values[1] * biggest.radius ** 2
        assert abs(area ** 0.5 - mark.radius) <= 0.6, f"{mark.label}: radius {mark.radius}"
    lie_on_a_line([(mark.values[0], mark.y) for mark in found], 0.02, "length of life")
    names = [name for name, _ in sorted({(mark.label[0], mark.category) for mark in found}, key=lambda pair: pair[1])]
    assert names == [row["country"].split(", ")[0] for row in rows], "categories are in the order of the rows"


def check_lives(rows, found):
    expected = {(str(row["year"]), row["continent"]): row["years"] for row in rows}
    assert len(found) == len(expected)
    for mark in found:
        assert close(mark.values[0], expected[tuple(mark.label)]), mark.label
    for name in CONTINENTS:
        own = [mark for mark in found if mark.label[1] == name]
        assert lie_on_a_line([(mark.values[0], mark.y) for mark in own], 0.02, f"length of life, {name}") < 0
        assert lie_on_a_line([(float(mark.label[0]), mark.x) for mark in own], 0.02, f"year, {name}") > 0


def check_people(rows, found):
    expected = {(str(row["year"]), row["continent"]): row["pop"] / 1e6 for row in rows}
    assert len(found) == len(expected)
    assert {mark.label[1]: mark.series for mark in found} == {name: i for i, name in enumerate(CONTINENTS)}
    # The slope that fits all marks best; that of one mark is wrong by its rounding.
    slope = sum(mark.height * mark.values[0] for mark in found) / sum(mark.values[0] ** 2 for mark in found)
    for mark in found:
        assert close(mark.values[0], expected[tuple(mark.label)]), mark.label
        # Both ends are on whole pixels, and what is not nothing is to be seen.
        assert abs(mark.values[0] * slope - mark.height) <= 1.1, f"{mark.label}: {mark.height} high"
    for year in {mark.label[0] for mark in found}:
        stack = sorted((mark for mark in found if mark.label[0] == year), key=lambda mark: mark.series)
        for below, above in zip(stack, stack[1:]):
            assert abs(above.y + above.height / 2 - (below.y - below.height / 2)) <= 1, f"a gap in the stack of {year}"


def check_patients(rows, found):
    drawn = sorted((float(mark.label[0]), mark.label[1], mark.values[0]) for mark in found)
    told = sorted((float(row["age"]), row["sex"], float(row["bmi"])) for row in rows)
    assert drawn == told, "442 patients, each with age, sex and body mass index"
    for sex in ["first", "second"]:
        own = [mark for mark in found if mark.label[1] == sex]
        assert lie_on_a_line([(mark.values[0], mark.y) for mark in own], 0.02, "body mass index") < 0
        assert lie_on_a_line([(float(mark.label[0]), mark.x) for mark in own], 0.02, "age") > 0


def main():
    perilune = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = make(folder)
        (folder / "real.xml").write_text(METADATA)
        for view, check in [("Countries", check_countries), ("Lives", check_lives), ("People", check_people),
                            ("Patients", check_patients)]:
            check(rows[view], marks(perilune, folder, view))
        for kind, start in [("png", b"\x89PNG\r\n"), ("pdf", b"%PDF-")]:
            out = folder / f"real.{kind}"
            subprocess.run([perilune, "charts", "render", folder / "real.xml", "--data", folder / "data", "-o", out],
                           check=True, capture_output=True)
            assert out.read_bytes().startswith(start)


main()
