"""The pictures as Vega and Vega-Lite draw them, by vl-convert."""

import csv
import sys

import vl_convert

name, out, count = sys.argv[1:]


def rows(file):
    with open(f"data/{file}.csv") as found:
        return [{key: float(text) if key in "vw" else text for key, text in row.items()}
                for row in csv.DictReader(found)]


def chart(mark, data, box=(1500, 1100), **encoding):
    return {"width": box[0], "height": box[1], "data": {"values": data}, "mark": mark, "encoding": encoding}


def axis(field, kind):
    return {"field": field, "type": kind, "title": None}


def series():
    return {"field": "s", "type": "nominal"}


def dash():
    small, box = rows("small"), (440, 480)
    return {"columns": 3, "concat": [
        chart("bar", small, box, x=axis("c", "nominal"), y=axis("v", "quantitative"), xOffset=series(), color=series()),
        chart("bar", small, box, y=axis("c", "nominal"), x=axis("v", "quantitative"), yOffset=series(), color=series()),
        chart("line", small, box, x=axis("c", "nominal"), y=axis("v", "quantitative"), color=series()),
        chart("arc", rows("one"), box, theta=axis("v", "quantitative"), color={"field": "c", "type": "nominal"}),
        chart("point", rows("bubbles"), box, x=axis("c", "nominal"), y=axis("v", "quantitative"),
              size=axis("w", "quantitative"), color=series()),
    ]}


def big(mark):
    data = rows("big")
    for row in data:
        row["c"] = int(row["c"])
    if mark == "line":
        return chart("line", data, x=axis("c", "quantitative"), y=axis("v", "quantitative"), color=series())
    return chart("bar", data, x={**axis("c", "ordinal"), "axis": None}, y=axis("v", "quantitative"), xOffset=series(),
                 color=series())


def tree():
    """Vega's: Vega-Lite has none."""
    outer = [{"id": row["g"], "parent": "all"} for row in rows("outer")]
    inner = [{"id": f"{row['g']}/{row['t']}", "parent": row["g"], "name": row["t"], "v": row["v"], "w": row["w"]}
             for row in rows("inner")]
    corners = {"x": {"field": "x0"}, "y": {"field": "y0"}, "x2": {"field": "x1"}, "y2": {"field": "y1"}}
    label = {"x": {"field": "x0", "offset": 2}, "y": {"field": "y0", "offset": 10}, "text": {"field": "name"}}
    return {
        "$schema": "https://vega.github.io/schema/vega/v6.json", "width": 1580, "height": 1180,
        "data": [
            {"name": "tree", "values": [{"id": "all"}, *outer, *inner], "transform": [
                {"type": "stratify", "key": "id", "parentKey": "parent"},
                {"type": "treemap", "field": "v", "method": "squarify", "round": True,
                 "size": [{"signal": "width"}, {"signal": "height"}]}]},
            {"name": "leaves", "source": "tree", "transform": [{"type": "filter", "expr": "!datum.children"}]}],
        "scales": [{"name": "color", "type": "linear", "domain": [-50, 0, 50], "range": ["#b5541c", "#eeeeee", "#1c5fb5"]}],
        "marks": [
            {"type": "rect", "from": {"data": "leaves"}, "encode": {"enter": {
                **corners, "fill": {"scale": "color", "field": "w"}, "stroke": {"value": "white"}}}},
            {"type": "text", "from": {"data": "leaves"}, "encode": {"enter": label}}]}


spec = dash() if name == "dash" else tree() if name == "tree" else big("line" if name == "line" else "bar")
kind = out.rpartition(".")[2]
convert = getattr(vl_convert, ("vega_to_" if name == "tree" else "vegalite_to_") + kind)
for _ in range(max(1, int(count))):
    made = convert(spec)
with open(out, "w" if kind == "svg" else "wb") as file:
    file.write(made)
