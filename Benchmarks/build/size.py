#!/usr/bin/env python3
"""Lines of source that are neither blank nor comment, by target.

    Benchmarks/build/size.py [--against REV]

Counts Swift, C, C++ and Lua under Sources and Plugins. --against shows how a target has changed since a revision.
"""

import argparse
import io
import subprocess
import tarfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = {".swift": ("/*", "*/"), ".c": ("/*", "*/"), ".cpp": ("/*", "*/"), ".h": ("/*", "*/"), ".lua": ("--[[", "]]")}
LINE = {".swift": "//", ".c": "//", ".cpp": "//", ".h": "//", ".lua": "--"}


def count(text, suffix):
    """Lines of code. A comment that begins after code counts as code."""
    lines, is_comment = 0, False
    begin, end = BLOCK[suffix]
    for line in map(str.strip, text.splitlines()):
        if is_comment:
            is_comment = end not in line
        elif line.startswith(begin):
            is_comment = end not in line[len(begin):]
        elif line and not line.startswith(LINE[suffix]):
            lines += 1
    return lines


def sizes(files):
    """Lines by target, from pairs of a path and a text."""
    targets = Counter()
    for path, text in files:
        if path.suffix in LINE:
            targets["/".join(path.parts[:2])] += count(text, path.suffix)
    return targets


def working_tree():
    for folder in ("Sources", "Plugins"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix in LINE:
                yield path.relative_to(ROOT), path.read_text()


def revision(name):
    archive = subprocess.run(
        ["git", "archive", name, "Sources", "Plugins"], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar:
            if member.isfile() and Path(member.name).suffix in LINE:
                yield Path(member.name), tar.extractfile(member).read().decode()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", metavar="REV", help="show the change since this revision")
    against = parser.parse_args().against
    now = sizes(working_tree())
    before = sizes(revision(against)) if against else None
    for target in sorted(now | (before or {})):
        change = "" if before is None else f"{now[target] - before[target]:+8}"
        print(f"{now[target]:8}{change}  {target}")
    change = "" if before is None else f"{now.total() - before.total():+8}"
    print(f"{now.total():8}{change}  all")


main()
