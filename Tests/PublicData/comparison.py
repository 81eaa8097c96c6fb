"""Compares a chart with what pandas computes of the same rows."""

import collections
import csv
import io
import math

import pandas

from expected import POINTS, Expected, category_doubts

# Columns are aligned to pixels; other marks are not.
PIXEL = 1.05


class Comparison:
    """What is wrong with a chart, as sentences; `marks` counts those whose places were compared."""

    def __init__(self, chart, picture, numbers):
        self.chart, self.picture = chart, picture
        self.faults, self.marks, self.cells = [], 0, 0
        self.rows = list(csv.reader(io.StringIO(numbers.decode())))[1:]
        self.doubts = set()
        if chart.kind in POINTS:
            self.doubts = category_doubts(chart)
            self.compare_points()
        else:
            self.expected = Expected(chart)
            self.doubts = self.expected.doubts
            self.compare_cells()
            if chart.kind == "Pie":
                self.compare_slices()
            elif chart.kind == "TreeMap":
                self.compare_tiles()
            elif chart.kind in ("Line", "Area"):
                self.compare_lines()
            elif chart.kind != "DataGrid":
                self.compare_bars()

    def check(self, is_sound, text):
        if not is_sound and len(self.faults) < 5:
            self.faults.append(text)

    # Numbers, categories and their order, and totals

    def compare_cells(self):
        expected = self.expected
        self.check(len(self.picture.categories) == len(expected.categories)
                   and all(map(self.is_category, self.picture.categories, expected.categories)),
                   f"categories {short(self.picture.categories)} instead of {short(expected.categories)}")
        if self.chart.series:
            self.check(self.picture.series == expected.series, f"series {self.picture.series} instead of {expected.series}")
        self.check(len(self.rows) == len(expected.categories), f"{len(self.rows)} rows instead of {len(expected.categories)}")
        total = 0.0
        for number, row in enumerate(self.rows):
            for series in range(len(expected.series)):
                text = row[1 + series]
                want, shown = expected.cells.get((number, series)), float(text) if text else math.nan
                self.cells += 1
                total += 0 if math.isnan(shown) else shown
                self.check(same(shown, want), f"{row[0]}, series {series}: {shown} instead of {want}")
        if expected.total is not None:
            self.check(same(total, expected.total), f"total {total} instead of {expected.total}")

    def is_category(self, shown, want):
        if isinstance(want, str):
            return shown == want
        return pandas.Timestamp(shown) == want if isinstance(want, pandas.Timestamp) else float(shown) == want

    # Places

    def compare_bars(self):
        picture, expected = self.picture, self.expected
        is_bar = self.chart.kind == "Bar"
        scale = picture.scale("x" if is_bar else "y")
        if scale is None or picture.bands is None:
            return self.check(False, "no scale")
        _, start, length, first, count = picture.bands
        seen = set()
        tops = {}
        for mark in sorted(picture.marks, key=lambda mark: (mark.category, mark.series)):
            key = (mark.category, mark.series)
            want = expected.cells.get(key, math.nan)
            self.check(key not in seen, f"{key} is drawn twice")
            seen.add(key)
            if math.isnan(want) or mark.tag != "rect":
                self.check(False, f"{mark.label}: a mark without a number")
                continue
            x, y, width, height = mark.box
            low, high = (x, x + width) if is_bar else (y + height, y)
            base = 0
            if self.chart.kind == "StackedColumn":
                base = tops.get((mark.category, want >= 0), 0)
                tops[(mark.category, want >= 0)] = base + want
            ends = sorted((scale(base), scale(base + want)), reverse=not is_bar)
            self.marks += 1
            self.check(abs(low - ends[0]) <= PIXEL and abs(high - ends[1]) <= PIXEL,
                       f"{mark.label}: from {low} to {high} instead of {ends[0]:.1f} to {ends[1]:.1f}")
            across = mark.center[1] if is_bar else mark.center[0]
            band = start + length * (mark.category - first) / count
            self.check(band - PIXEL <= across <= band + length / count + PIXEL, f"{mark.label}: outside its band")
        if not picture.is_reduced:
            missing = {key for key, want in expected.cells.items() if not math.isnan(want) and want != 0} - seen
            self.check(not missing or self.has_hidden, f"{len(missing)} marks are missing: {sorted(missing)[:3]}")

    @property
    def has_hidden(self):
        """Whether the picture says that it shows only a part of the categories."""
        bands = self.picture.bands
        return bands is not None and bands[4] < len(self.expected.categories)

    def compare_lines(self):
        picture, expected, chart = self.picture, self.expected, self.chart
        scale = picture.scale("y")
        if scale is None:
            return self.check(False, "no scale")
        places = self.category_places()
        if not picture.marks:
            return self.compare_ends(scale, places)
        seen = set()
        for mark in picture.marks:
            want = expected.cells.get((mark.category, mark.series), math.nan)
            seen.add((mark.category, mark.series))
            if math.isnan(want):
                self.check(False, f"{mark.label}: a mark without a number")
                continue
            self.marks += 1
            self.check(abs(mark.center[1] - scale(want)) <= PIXEL, f"{mark.label}: at {mark.center[1]} instead of {scale(want):.1f}")
            if places:
                self.check(abs(mark.center[0] - places(mark.category)) <= PIXEL,
                           f"{mark.label}: at x {mark.center[0]} instead of {places(mark.category):.1f}")
        missing = {key for key, want in expected.cells.items() if not math.isnan(want)} - seen
        self.check(not missing or picture.is_reduced, f"{len(missing)} points are missing: {sorted(missing)[:3]}")

    def compare_ends(self, scale, places):
        """Of a chart whose points are too many to be marks: the lines go through the numbers."""
        picture, expected = self.picture, self.expected
        if places is None:
            return self.check(False, "no places")
        for series, points in picture.points.items():
            wanted = collections.defaultdict(list)
            for category in range(len(expected.categories)):
                want = expected.cells[(category, series)]
                if math.isnan(want):
                    continue
                # The last digits of a place are unknown: at the edge of a pixel it may belong to either.
                at = places(category)
                for column in {int(at - 0.05), int(at), int(at + 0.05)}:
                    wanted[column].append((scale(want), 0.05 < at % 1 < 0.95))
            drawn = collections.defaultdict(list)
            for x, y in points:
                drawn[int(x)].append(y)
            for column, wants in wanted.items():
                near = [y for at in (column - 1, column, column + 1) for y in drawn[at]]
                for want, is_inside in (min(wants), max(wants)):
                    if not is_inside:
                        continue
                    self.marks += 1
                    self.check(any(abs(y - want) <= PIXEL for y in near), f"series {series}: nothing at {column}, {want:.1f}, but {near}")

    def category_places(self):
        """Where categories are along the axis: bands, or a time that the first and the last mark tell."""
        picture, expected, chart = self.picture, self.expected, self.chart
        if chart.category not in chart.table.dates:
            _, start, length, first, count = picture.bands
            return lambda category: start + length * (category - first + 0.5) / count
        times = [key.value for key in expected.keys]
        present = [category for category in range(len(times)) if any(
            not math.isnan(expected.cells[(category, series)]) for series in range(len(expected.series)))]
        xs = [mark.center[0] for mark in picture.marks] or [x for points in picture.points.values() for x, _ in points]
        if len(present) < 3 or len(set(xs)) < 3:
            return None
        low, start, high, end = times[present[0]], min(xs), times[present[-1]], max(xs)
        places = lambda category: start + (times[category] - low) / (high - low) * (end - start)
        for text, x, _ in picture.ticks["x"]:
            # A label with a year alone, or the first of a year, is at the first of January.
            if text.isdigit() and len(text) == 4:
                at = start + (pandas.Timestamp(f"{text}-01-01").value - low) / (high - low) * (end - start)
                self.check(abs(at - x) <= PIXEL, f"the label {text} is at {x} instead of {at:.1f}")
        return places

    def compare_points(self):
        chart, picture = self.chart, self.picture
        table = chart.table
        columns = [chart.category, *chart.values]
        numbers = pandas.DataFrame({name: table.number(name) for name in columns})
        across, up = picture.scale("x"), picture.scale("y", chart.is_log)
        if across is None or up is None:
            return self.check(False, "no scale")
        shown = [mark for mark in picture.marks if mark.category >= 0]
        if picture.is_density:
            return
        if not shown:
            return self.compare_squares(numbers, across, up)
        sound = numbers.dropna()
        self.check(len(shown) == len(sound), f"{len(shown)} points instead of {len(sound)}")
        for name in columns:
            lost = int(numbers[name].isna().sum())
            text = f"{lost} point{' has' if lost == 1 else 's have'} no number for {name}"
            self.check(not lost or text in picture.notes, f"the picture does not say that {text}")
        series = list(dict.fromkeys(table.rows[chart.series])) if chart.series else [""]
        radii = []
        for mark in shown:
            row = numbers.iloc[mark.category]
            self.marks += 1
            self.cells += 1
            x, y = across(row.iloc[0]), up(row.iloc[1])
            self.check(abs(mark.center[0] - x) <= PIXEL and abs(mark.center[1] - y) <= PIXEL,
                       f"{mark.label}: at {mark.center} instead of {x:.1f}, {y:.1f}")
            if chart.series:
                self.check(series[mark.series] == table.rows[chart.series].iloc[mark.category], f"{mark.label}: of another series")
            if chart.kind == "Bubble" and mark.tag == "circle":
                radii.append((mark.radius, row.iloc[2], mark.label))
        if radii:
            radius, number, _ = max(radii)
            for own, size, label in radii:
                self.check(abs(own - radius * math.sqrt(size / number)) <= PIXEL, f"{label}: radius {own}")

    def compare_squares(self, numbers, across, up):
        """Of a chart whose points are too many to be marks: all of them, those of one place once."""
        wanted = {(across(row[0]), up(row[1])) for row in numbers.dropna().itertuples(index=False)}
        drawn = {point for points in self.picture.points.values() for point in points}
        for points, others, text in ((wanted, drawn, "no point"), (drawn, wanted, "a point without numbers")):
            near = collections.defaultdict(list)
            for x, y in others:
                near[(int(x), int(y))].append((x, y))
            for x, y in points:
                around = [other for across in (-1, 0, 1) for up in (-1, 0, 1) for other in near[(int(x) + across, int(y) + up)]]
                self.marks += 1
                self.check(any(abs(x - other[0]) <= PIXEL and abs(y - other[1]) <= PIXEL for other in around), f"{text} at {x:.1f}, {y:.1f}")

    def compare_slices(self):
        whole = sum(want for want in self.expected.cells.values() if not math.isnan(want))
        for mark in self.picture.marks:
            want = self.expected.cells.get((mark.category, mark.series), math.nan) / whole
            if mark.label.startswith("Other ("):
                drawn = {other.category for other in self.picture.marks if other is not mark}
                want = sum(
                    number for (category, _), number in self.expected.cells.items()
                    if category not in drawn and not math.isnan(number)) / whole
            if mark.tag != "path" or math.isnan(want):
                self.check(False, f"{mark.label}: not a slice")
                continue
            center, start, end = mark.points[0], mark.points[1], mark.points[-1]
            angles = [math.atan2(y - center[1], x - center[0]) for x, y in (start, end)]
            share = (angles[1] - angles[0]) % (2 * math.pi) / (2 * math.pi)
            self.marks += 1
            self.check(abs(share - want) < 0.002, f"{mark.label}: {share:.3f} of the circle instead of {want:.3f}")

    def compare_tiles(self):
        marks = self.picture.marks
        whole = sum(want for want in self.expected.cells.values() if not math.isnan(want))
        if not marks or not whole:
            return self.check(False, "no tiles")
        left, top = min(mark.box[0] for mark in marks), min(mark.box[1] for mark in marks)
        area = (max(mark.box[0] + mark.box[2] for mark in marks) - left) * (max(mark.box[1] + mark.box[3] for mark in marks) - top)
        for mark in marks:
            want = self.expected.cells.get((mark.category, 0), math.nan) / whole
            _, _, width, height = mark.box
            self.marks += 1
            # A pixel between tiles, and one of rounding, on each side.
            slack = (2 * (width + height) + 4) / area
            self.check(abs(width * height / area - want) <= slack, f"{mark.label}: {width * height / area:.3f} instead of {want:.3f}")


def same(one, other):
    if other is None or math.isnan(other):
        return math.isnan(one)
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def short(names):
    names = list(names or [])
    return f"{names[:6]}{f' and {len(names) - 6} more' if len(names) > 6 else ''}"
