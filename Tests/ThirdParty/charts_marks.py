"""The marks of a chart in an SVG, and whether they lie where their values say."""

import re
import subprocess
import xml.etree.ElementTree as ElementTree


class Mark:
    """What stands for a value: its words, and its box in the picture."""

    def __init__(self, element, x, y):
        number = lambda name: float(element.get(name, 0))
        self.category, self.series = int(element.get("data-category")), int(element.get("data-series"))
        label, _, values = element.get("aria-label").rpartition(": ")
        self.label = label.split(", ")
        self.values = [float(value.replace(",", "")) for value in values.split(", ")]
        self.radius = number("r")
        self.height = number("height")
        if element.tag.endswith("path"):
            # Where a marker begins; its middle lies as far from there in all of a series.
            start = re.match(r"M(-?[\d.]+)[ ,]?(-?[\d.]+)", element.get("d"))
            self.x, self.y = x + float(start[1]), y + float(start[2])
        else:
            self.x = x + (number("cx") if self.radius else number("x") + number("width") / 2)
            self.y = y + (number("cy") if self.radius else number("y") + self.height / 2)


def marks(perilune, folder, view, *, file="real.xml"):
    """The marks of a chart that stand for values."""
    out = folder / f"{view}.svg"
    subprocess.run(
        [perilune, "charts", "render", folder / file, "--data", folder / "data", "--view", view,
         "--width", "1200", "--height", "800", "-o", out], check=True, capture_output=True, text=True)
    found = []

    def walk(element, x, y):
        transform = element.get("transform", "")
        if transform.startswith("translate("):
            dx, dy = map(float, transform[10:-1].split())
            x, y = x + dx, y + dy
        if int(element.get("data-category", -1)) >= 0 and element.get("data-series") is not None:
            found.append(Mark(element, x, y))
        for child in element:
            walk(child, x, y)

    walk(ElementTree.parse(out).getroot(), 0, 0)
    return found


def lie_on_a_line(pairs, tolerance, what):
    """Whether places follow from numbers by one scale; its pixels a unit."""
    (a, at), (b, bt) = min(pairs), max(pairs)
    slope = (bt - at) / (b - a)
    for value, place in pairs:
        error = abs(at + (value - a) * slope - place)
        assert error <= tolerance, f"{what}: {value} lies {error:.2f} pixels off"
    return slope
