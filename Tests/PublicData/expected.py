"""What charts must show, computed by pandas."""

import numpy
import pandas

POINTS = ("Scatter", "Bubble")


class Expected:
    """Categories in order, series in order, and the numbers of each, of a chart that combines rows."""

    def __init__(self, chart):
        table = chart.table
        rows = pandas.DataFrame({
            "category": table.rows[chart.category], "series": table.rows[chart.series] if chart.series else "",
            "row": range(len(table.rows))})
        if chart.category in table.numbers:
            rows["category"] = rows["category"].mask(table.nulls(chart.category), "")
        rows["order"] = keys(table, chart.category)
        counts = chart.aggregate in ("Count", "Distinct")
        value = chart.values[0]
        is_number = value in table.numbers
        rows["value"] = table.number(value) if is_number else table.rows[value].mask(table.nulls(value))
        rows["weight"] = table.number(chart.weight) if chart.weight else 1.0
        # Numbers are the same however they are written.
        rows["key"] = rows["order"].astype(object).where(rows["order"].notna(), "") if is_ordered(table, chart.category) else rows["category"]
        self.doubts = set()
        order = category_order(rows)
        if chart.kind in ("Line", "Area") and chart.category in table.dates:
            order = sorted(order, key=lambda key: (key == "", key))
        if chart.kind == "TreeMap":
            order = list(dict.fromkeys(rows["key"]))
        if chart.sort == "Name":
            order = sorted(order, key=lambda key: (key == "", key))
        texts = rows.groupby("key", sort=False)["category"].first()
        if chart.sort == "Value" or chart.top:
            combined = self.combine(rows, chart.aggregate)
            totals = combined.groupby(level=0).sum(min_count=1).reindex(order)
            ranked = sorted(
                enumerate(order),
                key=lambda each: (numpy.isnan(totals[each[1]]), -totals[each[1]] if not numpy.isnan(totals[each[1]]) else 0, each[0]))
            order = [key for _, key in ranked]
        if chart.top and len(order) > chart.top + 1:
            rest = f"Others ({len(order) - chart.top})"
            rows.loc[~rows["key"].isin(order[:chart.top]), "key"] = rest
            order = order[:chart.top] + [rest]
            texts[rest] = rest
        combined = self.combine(rows, chart.aggregate)
        if chart.aggregate is None:
            present = rows[rows["value"].notna()]
            if present.duplicated(["key", "series"]).any():
                self.doubts.add("repeat")
        self.doubts |= category_doubts(chart)
        self.keys = order
        self.categories = [key if key != "" and is_ordered(table, chart.category) else texts[key] for key in order]
        self.series = list(dict.fromkeys(rows["series"]))
        self.cells = {
            (number, series): combined.get((key, name), float("nan"))
            for number, key in enumerate(order) for series, name in enumerate(self.series)}
        self.total = None if counts else rows["value"].sum() if chart.aggregate in (None, "Sum") else None

    @staticmethod
    def combine(rows, aggregate):
        groups = rows.groupby(["key", "series"], sort=False)
        if aggregate == "WeightedMean":
            sound = rows[rows["value"].notna() & rows["weight"].notna()]
            product = (sound["value"] * sound["weight"]).groupby([sound["key"], sound["series"]]).sum()
            return product / sound.groupby(["key", "series"])["weight"].sum()
        values = groups["value"]
        return {
            None: lambda: values.sum(min_count=1), "Sum": lambda: values.sum(min_count=1), "Mean": values.mean,
            "Median": values.median, "Min": values.min, "Max": values.max, "Count": values.count,
            "Distinct": values.nunique, "First": values.first, "Last": values.last}[aggregate]()


def category_doubts(chart):
    """What is doubtful about numbers as categories."""
    if chart.category not in chart.table.numbers or chart.sort or chart.top:
        return set()
    doubts = set()
    numbers = chart.table.number(chart.category).dropna()
    if ((numbers % 1 == 0) & numbers.between(1e7, 3e7) & (numbers // 100 % 100).between(1, 12) & (numbers % 100).between(1, 31)).all():
        doubts.add("may be dates")
    steps = numpy.diff(sorted(set(numbers)))
    if chart.kind in ("Line", "Area") and len(steps) > 1 and steps.max() > steps.min() * 1.001:
        doubts.add("equal distances")
    return doubts


def is_ordered(table, column):
    return column in table.numbers or column in table.dates


def keys(table, column):
    """What categories are ordered by, if they are numbers or dates."""
    if column in table.numbers:
        return table.number(column)
    if column in table.dates:
        return table.time(column)
    return table.rows[column]


def category_order(rows):
    """The order of the rows of each series, if they agree; see "Order" in the guide."""
    all_keys = list(dict.fromkeys(rows["key"]))
    steps = []
    for _, own in rows.groupby("series", sort=False):
        sequence = [key for number, key in enumerate(own["key"]) if number == 0 or key != own["key"].iloc[number - 1]]
        steps += list(zip(sequence, sequence[1:]))
    ordered = not any(isinstance(key, str) and key for key in all_keys)
    if ordered and steps:
        known = [(a, b) for a, b in steps if a != "" and b != ""]
        if all(a < b for a, b in known) or all(a > b for a, b in known):
            falls = bool(known) and known[0][0] > known[0][1]
            found = sorted((key for key in all_keys if key != ""), reverse=falls)
            return found + [key for key in all_keys if key == ""]
    before = {key: set() for key in all_keys}
    for a, b in steps:
        before[b].add(a)
    order, placed = [], set()
    while len(order) < len(all_keys):
        ready = next((key for key in all_keys if key not in placed and before[key] <= placed), None)
        if ready is None:
            return sorted(all_keys, key=lambda key: (key == "", key)) if ordered else all_keys
        order.append(ready)
        placed.add(ready)
    return order
