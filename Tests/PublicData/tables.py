"""The tables that installed packages contain, as text, and what their columns are."""

import gzip
import importlib.util
import io
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

import pandas

FOLDERS = {
    "plotly": "package_data/datasets/*.csv.gz", "statsmodels": "datasets/*/*.csv",
    "vega_datasets": "_data/*.csv", "vega_datasets ": "_data/*.json"}
# More than 20,000 rows: each costs seconds, and has nothing that the others lack.
SKIPPED = {"randhie"}
NULLS = {"", "na", "n/a", "nan", "null", "none", "-"}
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")


@dataclass
class Table:
    """A table of texts, and the columns by what they contain."""

    name: str
    rows: pandas.DataFrame
    numbers: list[str] = field(default_factory=list)
    dates: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)

    def __post_init__(self):
        for column in self.rows.columns:
            texts = self.rows[column][~self.nulls(column)]
            distinct = texts.nunique()
            if distinct < 2:
                continue
            if texts.map(lambda text: NUMBER.fullmatch(text) is not None).all():
                self.numbers.append(column)
                if distinct <= 12 and texts.str.fullmatch(r"\d+").all():
                    self.labels.append(column)
            elif self.are_dates(texts):
                self.dates.append(column)
            elif distinct <= 60:
                self.labels.append(column)

    @staticmethod
    def are_dates(texts):
        if not texts.str.contains(r"\d[-/ ]").all() or not texts.str.contains(r"\d{4}").all():
            return False
        try:
            pandas.to_datetime(texts, format="mixed")
        except (ValueError, OverflowError):
            return False
        return True

    def nulls(self, column):
        return self.rows[column].str.strip().str.lower().isin(NULLS)

    def number(self, column):
        # Not pandas.to_numeric, which misses the last digit.
        return self.rows[column].mask(self.nulls(column)).map(float)

    def time(self, column):
        return pandas.to_datetime(self.rows[column], format="mixed")


def identifier(name):
    name = re.sub(r"\W+", "_", str(name)).strip("_")
    return name if re.match(r"[A-Za-z]", name) else f"c_{name}"


def read(file):
    """The rows of a file as the texts that it contains; names of columns as expressions can have them."""
    if file.suffix == ".json":
        text = pandas.DataFrame(json.loads(file.read_text())).to_csv(index=False)
    elif file.suffix == ".gz":
        text = gzip.decompress(file.read_bytes()).decode()
    else:
        text = file.read_text(encoding="utf-8-sig")
    rows = pandas.read_csv(io.StringIO(text), dtype=str, keep_default_na=False, sep=None, engine="python")
    rows.columns = [identifier(name) for name in rows.columns]
    return rows.map(lambda text: text.strip().strip('"'))


def all_tables():
    """The tables of all packages, each name once."""
    tables = {}
    for package, pattern in FOLDERS.items():
        root = Path(importlib.util.find_spec(package.strip()).submodule_search_locations[0])
        for file in sorted(root.glob(pattern)):
            name = identifier(f"{package.strip().split('_')[0]}_{file.name.split('.')[0]}")
            if file.name.split(".")[0] in SKIPPED or "tests" in file.parts or name in tables:
                continue
            table = Table(name, read(file))
            if len(table.rows) >= 3 and table.numbers:
                tables[name] = table
    return list(tables.values())
