"""Which charts are drawn of a table."""

import itertools
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

AGGREGATES = ["Sum", "Mean", "Median", "Min", "Max", "Count", "Distinct", "First", "Last", "WeightedMean"]


@dataclass
class Chart:
    name: str
    kind: str
    table: object
    category: str
    values: list[str]
    series: str | None = None
    aggregate: str | None = None
    weight: str | None = None
    sort: str | None = None
    descending: bool = False
    top: int | None = None
    is_log: bool = False

    @property
    def xml(self):
        def attributes(**given):
            return "".join(f" {name}={quoteattr(str(value))}" for name, value in given.items() if value)
        category = attributes(
            Column=self.category, Sort=self.sort, Descending="1" if self.descending else None, Top=self.top,
            Other="Others" if self.top else None)
        values = "".join(
            "<Value" + attributes(
                Expression=value, ValueSequence=number, Aggregate=self.aggregate, Weight=self.weight,
                Scale="Log" if self.is_log else None) + "/>"
            for number, value in enumerate(self.values, 1))
        series = f"<Series Column={quoteattr(self.series)}/>" if self.series else ""
        return (f"<Chart{attributes(Name=self.name, ChartType=self.kind, Query=self.table.name)}>"
                f"<Category{category}/>{series}<Values>{values}</Values></Chart>")


def proposals(tables):
    """The charts of all tables; aggregates and columns take turns."""
    aggregates = itertools.cycle(AGGREGATES)
    charts = []
    for table in tables:
        for number, chart in enumerate(of_table(table, aggregates), 1):
            chart.name = f"{table.name}_{number}_{chart.kind}"
            charts.append(chart)
    return charts


def of_table(table, aggregates):
    def chart(kind, category, *values, **options):
        return Chart("", kind, table, category, list(values), **options)

    numbers, labels, dates = table.numbers, table.labels, table.dates
    measures = [column for column in numbers if column not in labels] or numbers

    def few(column, most):
        return table.rows[column].nunique() <= most

    def combined():
        aggregate = next(aggregates)
        positive = [column for column in measures if (table.number(column).dropna() > 0).all()]
        if aggregate == "WeightedMean" and not positive:
            aggregate = "Mean"
        return {"aggregate": aggregate, "weight": positive[-1] if aggregate == "WeightedMean" else None}

    for turn, label in enumerate(labels[:3]):
        measure = measures[turn % len(measures)]
        yield chart("Column" if few(label, 12) else "Bar", label, measure)
        yield chart("Bar", label, measure, sort="Value", descending=True, **combined())
        if not few(label, 7):
            yield chart("Bar", label, measure, top=5, **combined())
        others = [other for other in labels if other != label and few(other, 8)]
        if others and few(label, 30):
            yield chart("Column", label, measure, series=others[0], **combined())
            yield chart("StackedColumn", label, measure, series=others[-1], aggregate="Sum")
        if few(label, 8) and (table.number(measure).dropna() >= 0).all():
            yield chart("Pie", label, measure, aggregate="Sum")
            yield chart("TreeMap", label, measure, aggregate="Sum")
        yield chart("DataGrid", label, measure, sort="Name", **combined())
    for date in dates[:1]:
        series = next((label for label in labels if few(label, 8)), None)
        yield chart("Line", date, measures[0], series=series)
        yield chart("Line", date, measures[-1], **combined())
        yield chart("Area", date, measures[0], **combined())
    if len(measures) > 1:
        series = next((label for label in labels if few(label, 6)), None)
        yield chart("Scatter", measures[0], measures[1], series=series)
        yield chart("Line", measures[0], measures[1], **combined())
        if len(table.rows) < 2000 and (table.number(measures[1]).dropna() > 0).all():
            yield chart("Scatter", measures[0], measures[1], is_log=True)
    if len(measures) > 2 and len(table.rows) < 1500 and (table.number(measures[2]).dropna() > 0).all():
        yield chart("Bubble", measures[0], measures[1], measures[2])
