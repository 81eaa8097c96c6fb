#!/usr/bin/env python3
"""What each module costs in the optimized build: kilobytes of machine code and CPU seconds of the compiler.

    python3 Benchmarks/build/measure.py [--update]

Builds the release in a folder of its own, from nothing, and prints each module beside Benchmarks/build/modules.tsv.
--update writes that file, to be committed: its history shows what grew. Code size depends on the sources and the
compiler alone; seconds depend on the machine and what else it does.
"""

import argparse
import os
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SCRATCH = ROOT / ".build" / "cost"
TABLE = HERE / "modules.tsv"


def build():
    """CPU seconds by module."""
    shutil.rmtree(SCRATCH, ignore_errors=True)
    SCRATCH.mkdir(parents=True)
    times = SCRATCH / "times"
    swiftc = subprocess.run(["which", "swiftc"], capture_output=True, text=True, check=True).stdout.strip()
    subprocess.run(
        ["make", "release-in", f"SCRATCH={SCRATCH}"], cwd=ROOT, check=True,
        env=os.environ | {
            "SWIFT_EXEC": str(HERE / "timed-swiftc"), "BUILD_SWIFTC": swiftc, "BUILD_TIMES": str(times)})
    seconds = {}
    for line in times.read_text().splitlines():
        time, module = line.split()
        seconds[module] = seconds.get(module, 0) + float(time)
    return seconds


def text_size(module):
    """Bytes of code and read-only data in the objects of a module."""
    objects = sorted((SCRATCH / "release" / f"{module}.build").rglob("*.o"))
    lines = subprocess.run(["size", *objects], capture_output=True, text=True, check=True).stdout.splitlines()
    return sum(int(line.split()[0]) for line in lines[1:])


def read_table():
    if not TABLE.is_file():
        return {}
    rows = (line.split("\t") for line in TABLE.read_text().splitlines() if not line.startswith("#"))
    return {module: (int(size), float(time)) for module, size, time in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--update", action="store_true", help="write modules.tsv")
    update = parser.parse_args().update
    before = read_table()
    seconds = build()
    modules = [module for module in seconds if (SCRATCH / "release" / f"{module}.build").is_dir()]
    now = {module: (text_size(module) // 1024, seconds[module]) for module in sorted(modules)}
    now["all"] = tuple(map(sum, zip(*now.values())))
    print(f"{'module':<20} {'KB':>7} {'before':>7}   {'CPU s':>6} {'before':>7}")
    for module, (size, time) in now.items():
        old = before.get(module)
        told = (f"{old[0]:7d}", f"{old[1]:7.1f}") if old else (" " * 7, " " * 7)
        print(f"{module:<20} {size:7d} {told[0]}   {time:6.1f} {told[1]}")
    if update:
        rows = [f"{module}\t{size}\t{time:.1f}\n" for module, (size, time) in now.items()]
        TABLE.write_text("# module\tkilobytes of code\tCPU seconds of the compiler\n" + "".join(rows))


if __name__ == "__main__":
    main()
