#!/usr/bin/env python3
"""Draws charts of public data, and compares them with what pandas computes of the same rows.

    Tests/PublicData/charts.py [--perilune FILE] [--few] [--keep FOLDER] [NAME ...]

Categories, their order, aggregates, totals and the places of marks must be the same; what is doubtful must be warned
about, and nothing else. `--few` draws 20 charts.
"""

import argparse
import collections
import json
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Browser"))
from comparison import Comparison  # noqa: E402
from picture import Picture  # noqa: E402
from proposals import proposals  # noqa: E402
from server import Server  # noqa: E402
from tables import all_tables  # noqa: E402


def write(charts, folder):
    """A dashboard of the charts, with its data beside it."""
    data = folder / "public.data"
    data.mkdir()
    for table in {chart.table.name: chart.table for chart in charts}.values():
        table.rows.to_csv(data / f"{table.name}.csv", index=False)
    board = folder / "public.xml"
    board.write_text("<Dashboard>" + "\n".join(chart.xml for chart in charts) + "</Dashboard>")
    return board


def findings(perilune, board):
    """The errors and warnings of `charts check`, by chart."""
    found = collections.defaultdict(list)
    output = subprocess.run([perilune, "charts", "check", "--json", board], stdout=subprocess.PIPE, text=True).stdout
    for line in output.splitlines():
        issue = json.loads(line)
        if issue["level"] != "Note":
            name = issue["message"].removeprefix("chart ").split(":")[0]
            found[name].append(issue["message"])
    return found


def compare(charts, page):
    """The comparison of each chart, by its name."""
    client = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    for chart in charts:
        base = f"{page}/panel/{urllib.parse.quote(chart.name)}"
        svg = client.open(f"{base}.svg?w=1200&h=800", timeout=120).read().decode()
        numbers = client.open(f"{base}.csv", timeout=120).read()
        yield chart, svg, Comparison(chart, Picture(svg), numbers)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--perilune", default=ROOT / ".build/debug/perilune")
    parser.add_argument("--few", action="store_true")
    parser.add_argument("--keep", type=Path, help="a folder for the pictures of wrong charts")
    parser.add_argument("names", nargs="*", help="the charts to draw; all, if there is none")
    options = parser.parse_args()
    charts = proposals(all_tables())
    if options.few:
        charts = charts[::max(1, len(charts) // 20)][:20]
    if options.names:
        charts = [chart for chart in charts if any(chart.name.startswith(name) for name in options.names)]
    wrong = marks = cells = doubtful = 0
    with tempfile.TemporaryDirectory() as folder:
        board = write(charts, Path(folder))
        found = findings(options.perilune, board)
        with Server(options.perilune, board) as server:
            for chart, svg, comparison in compare(charts, server.page):
                faults, warnings = comparison.faults, found.pop(chart.name, [])
                doubtful += bool(comparison.doubts)
                faults += [f"no warning of what is doubtful: {doubt}" for doubt in comparison.doubts
                           if not any(doubt in text for text in warnings)]
                faults += [f"a warning of nothing: {text}" for text in warnings
                           if not any(doubt in text for doubt in comparison.doubts)]
                marks += comparison.marks
                cells += comparison.cells
                if faults:
                    wrong += 1
                    print(f"{chart.name} {chart.xml}")
                    for fault in faults:
                        print(f"  {fault}")
                    if options.keep:
                        options.keep.mkdir(exist_ok=True, parents=True)
                        (options.keep / f"{chart.name}.svg").write_text(svg)
    for name, warnings in found.items():
        wrong += 1
        print(f"{name}: {warnings}")
    kinds = ", ".join(f"{count} {kind}" for kind, count in collections.Counter(chart.kind for chart in charts).most_common())
    print(f"{len(charts)} charts of {len({chart.table.name for chart in charts})} tables ({kinds}): {wrong} wrong; "
          f"{cells} numbers and {marks} places compared; {doubtful} doubtful, with a warning each")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
