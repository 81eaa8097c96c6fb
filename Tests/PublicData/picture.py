"""What a picture shows: its marks, and the scales that its axes tell."""

import collections
import json
import math
import re
from xml.etree import ElementTree

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
STEP = re.compile(r"([A-Za-z])|([-+]?(?:\d+\.?\d*|\.\d+))")
UNITS = {"": 1, "K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12, "%": 0.01}
# From the line of a tick to the base line of its label, which is set in Inter.
BASE_LINE = 4.0


class Picture:
    def __init__(self, svg):
        root = ElementTree.fromstring(svg)
        self.marks, self.ticks = [], {"x": [], "y": []}
        # What has no marks of its own, by series: the ends of lines, and the middles of squares.
        self.points = collections.defaultdict(list)
        self.categories = self.series = None
        self.bands = None
        self.walk(root, 0, 0, None, 0)
        self.is_reduced = "several to a pixel" in svg
        self.is_density = "Darker cells" in svg
        self.notes = " ".join(node.text or "" for node in root.iter() if node.tag.endswith("text"))

    def walk(self, node, dx, dy, role, series):
        tag = node.tag.split("}")[-1]
        if (move := node.get("transform", "")).startswith("translate("):
            x, y = map(float, NUMBER.findall(move))
            dx, dy = dx + x, dy + y
        if keys := node.get("data-keys"):
            keys = json.loads(keys)
            self.categories, self.series = keys["categories"], keys["series"]
        if bands := node.get("data-bands"):
            axis, start, length = bands.split()
            first, count = node.get("data-categories").split()
            self.bands = (axis, float(start), float(length), int(first), int(count))
        role = node.get("data-role", role)
        if node.get("data-role") == "axis":
            self.read_axis(node, dx, dy)
        series = int(node.get("data-series", series))
        if role == "series" and tag == "path" and node.get("role") != "button":
            self.points[series] += [(x + dx, y + dy) for x, y in path_points(node.get("d"))]
        if node.get("role") == "button" and role != "legend":
            self.marks.append(Mark(tag, node, dx, dy))
        for child in node:
            self.walk(child, dx, dy, role, series)

    def read_axis(self, group, dx, dy):
        """The labels of an axis, with the places of their ticks."""
        texts = [node for node in group.iter() if node.tag.endswith("text") and not node.get("transform")]
        if not texts:
            return
        ticks = [(node.text, float(node.get("x")) + dx, float(node.get("y")) + dy - BASE_LINE) for node in texts]
        anchor = texts[0].get("text-anchor", group.get("text-anchor"))
        across = anchor == "middle" if len(ticks) == 1 else len({tick[2] for tick in ticks}) == 1
        self.ticks["x" if across else "y"] += ticks

    def scale(self, axis, is_log=False):
        """The place of a number on an axis, from two of its labels; `None` if they are not numbers."""
        at = 1 if axis == "x" else 2
        ticks = sorted((value(tick[0]), tick[at]) for tick in self.ticks[axis] if value(tick[0]) is not None)
        if not ticks or len(ticks) < len(self.ticks[axis]):
            return None
        if len(ticks) == 1:
            return lambda number: ticks[0][1] if number == ticks[0][0] else math.nan
        # Labels at the ends may be moved into the picture.
        if axis == "x" and len(ticks) > 3:
            ticks = ticks[1:-1]
        change = math.log10 if is_log else float
        (low, start), (high, end) = ticks[0], ticks[-1]
        low, high = change(low), change(high)
        return lambda number: start + (change(number) - low) / (high - low) * (end - start)


class Mark:
    def __init__(self, tag, node, dx, dy):
        self.category = int(node.get("data-category", -1))
        self.series = int(node.get("data-series", 0))
        self.value = int(node.get("data-value", 0))
        self.label = node.get("aria-label")
        self.tag = tag
        self.path = node.get("d")
        if tag == "rect":
            x, y, width, height = (float(node.get(name)) for name in ("x", "y", "width", "height"))
            self.box = (x + dx, y + dy, width, height)
            self.center = (self.box[0] + width / 2, self.box[1] + height / 2)
        elif tag == "circle":
            self.center = (float(node.get("cx")) + dx, float(node.get("cy")) + dy)
            self.radius = float(node.get("r"))
        elif self.path:
            # The corners of a small shape, whose centre is the mean of its ends.
            points = [float(number) for number in NUMBER.findall(self.path)]
            xs, ys = points[0::2], points[1::2]
            self.center = ((min(xs) + max(xs)) / 2 + dx, (min(ys) + max(ys)) / 2 + dy)
            self.points = list(zip(xs, ys))


def path_points(path):
    """The ends of the lines of a path; of a square its middle."""
    points, start, x, y = [], 0, 0.0, 0.0
    command, numbers = None, []
    for letter, number in STEP.findall(path):
        if letter:
            if letter == "z" and len(points) - start == 4:
                xs, ys = zip(*points[start:])
                points[start:] = [((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)]
            command, numbers = letter, []
            continue
        numbers.append(float(number))
        if command in "hv":
            x, y = (x + numbers[0], y) if command == "h" else (x, y + numbers[0])
        elif len(numbers) == 2:
            x, y = (x + numbers[0], y + numbers[1]) if command == "l" else numbers
            if command == "M":
                start = len(points)
        else:
            continue
        points.append((x, y))
        numbers = []
    return points


def value(text):
    """The number of a label such as `$1.5M`; `None` for other text."""
    text = text.replace(",", "").replace("−", "-").replace("$", "")
    found = NUMBER.match(text)
    if not found or text[found.end():] not in UNITS:
        return None
    return float(found[0]) * UNITS[text[found.end():]]
