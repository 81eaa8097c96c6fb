#!/usr/bin/env python3
"""The public declarations of the library products, compared with those in Packaging/api.

    Packaging/api.py GRAPHS              prints what was removed, changed and added
    Packaging/api.py GRAPHS --breaks     the same; exit code 1 if something was removed or changed
                                         and the version does not allow it
    Packaging/api.py GRAPHS --write      writes the declarations and the version, after a release

GRAPHS is a folder with a folder of symbol graphs for each module; Documentation/symbols.sh writes it.
Packaging/api has a file for each module and a line for each declaration.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RELEASED = ROOT / "Packaging/api"


def declarations(folder):
    """The declarations of a module by their path: overloads have several."""
    found = {}
    for file in folder.glob("*.symbols.json"):
        for symbol in json.loads(file.read_text())["symbols"]:
            if symbol["accessLevel"] not in ("public", "open"):
                continue
            text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
            text = re.sub(r"\s+", " ", text).strip()
            found.setdefault(".".join(symbol["pathComponents"]), set()).add(text)
    return found


def read(file):
    found = {}
    for line in file.read_text().splitlines():
        path, _, text = line.partition("\t")
        found.setdefault(path, set()).add(text)
    return found


def write(graphs, version):
    RELEASED.mkdir(exist_ok=True)
    for file in RELEASED.glob("*.tsv"):
        file.unlink()
    for folder in graphs:
        lines = [f"{path}\t{text}" for path, texts in declarations(folder).items() for text in texts]
        (RELEASED / f"{folder.name}.tsv").write_text("".join(line + "\n" for line in sorted(lines)))
    (RELEASED / "version").write_text(version + "\n")


def compare(graphs):
    """Counts of what was added, and lines about what was removed or changed."""
    added, breaks = 0, []
    now = {folder.name: declarations(folder) for folder in graphs}
    for file in sorted(RELEASED.glob("*.tsv")):
        module, before = file.stem, read(file)
        after = now.pop(module, None)
        if after is None:
            breaks.append(f"removed  the module {module}")
            continue
        for path, texts in sorted(before.items()):
            gone = texts - after.get(path, set())
            new = sorted(after.get(path, set()) - texts)
            for text in sorted(gone):
                breaks.append(f"changed  {module}: {text}\n     to  {new[0]}" if new
                              else f"removed  {module}: {path}: {text}")
        added += sum(len(texts - before.get(path, set())) for path, texts in after.items())
    return added + sum(len(texts) for module in now.values() for texts in module.values()), breaks


def allows_breaks(released, version):
    """Semantic versioning: below 1.0, a minor version may break what was there."""
    old, new = ([int(number) for number in text.split(".")] for text in (released, version))
    return new[0] > old[0] or old[0] == 0 and new[1] > old[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graphs", type=Path)
    parser.add_argument("--breaks", action="store_true")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    graphs = sorted(folder for folder in arguments.graphs.iterdir() if folder.is_dir())
    version = subprocess.run([ROOT / "Packaging/version.sh"], capture_output=True, text=True, check=True).stdout.strip()
    if arguments.write:
        return write(graphs, version)
    released = (RELEASED / "version").read_text().strip()
    added, breaks = compare(graphs)
    for line in breaks:
        print(line)
    print(f"public declarations, compared with Packaging/api: {added} new, {len(breaks)} removed or changed")
    if arguments.breaks and breaks and not allows_breaks(released, version):
        sys.exit(f"{version} may not remove or change declarations of {released}: raise the version in CHANGELOG.md")


if __name__ == "__main__":
    main()
