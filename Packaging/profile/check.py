#!/usr/bin/env python3
"""Whether the checked-in profile is of the C code as it is now: fails if `make profile` is due.

    Packaging/profile/check.py [--most PERCENT]

A function whose branches have changed since, or that is new, is compiled without counts. That does no harm while it is a
few; this counts them, by what the compiler says of each file. Lua's sources need not be there: the profile names the
version that it was made with.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
MODULES = ("CPeriluneJSON", "CPeriluneLua")
STALE = re.compile(r"of \d+ functions?, (\d+) (?:has|have) mismatched data")
LUA = re.compile(r"^(?:l[a-z0-9]+\.c:\w+|lua\w+)\n# Func Hash:", re.MULTILINE)
MISSING = re.compile(r"of \d+ functions?, (\d+) (?:has|have) no data")


def check(clang, profile, source):
    """How many functions of a file the profile has no counts for, or counts of another version of the function."""
    standard = "c11" if source.suffix == ".c" else "c++17"
    command = [
        clang, f"-std={standard}", "-O2", "-DSWIFT_PACKAGE=1", "-fblocks", "-I/usr/include/lua5.4",
        *(f"-I{folder}" for folder in sorted((REPOSITORY / "Sources").glob("C*/include"))),
        f"-fprofile-instr-use={profile}", "-Wprofile-instr-out-of-date", "-Wprofile-instr-missing",
        "-Wprofile-instr-unprofiled", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-c", "-o", os.devnull, source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{source}:\n{done.stderr}")
    if "no profile data available" in done.stderr:
        # New; how many functions it has, the compiler does not say.
        return source, source.read_text(encoding="utf-8").count("\n}")
    return source, sum(int(count) for pattern in (STALE, MISSING) for count in pattern.findall(done.stderr))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--most", type=float, default=10, help="percent of the functions with counts; default: 10")
    options = parser.parse_args()
    os.chdir(REPOSITORY)
    swift = shutil.which("swift")
    if swift is None:
        sys.exit("swift is not installed")
    clang = Path(swift).resolve().parent / "clang"
    profile = subprocess.run(
        ["Packaging/profile/index.sh"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    if not profile:
        sys.exit("the toolchain has no llvm-profdata")
    sources = [
        source for module in MODULES for source in sorted((REPOSITORY / "Sources" / module).iterdir())
        if source.suffix in (".c", ".cpp")]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda source: check(clang, profile, source), sources))
    text = (REPOSITORY / "Packaging/profile/native.proftext").read_text(encoding="utf-8")
    pins = hashlib.sha256((REPOSITORY / "Packaging/lua.sha256").read_bytes()).hexdigest()
    if pins not in text.partition("\n")[0]:
        sys.exit("the profile is of other sources of Lua than those in Packaging/lua.sha256: make profile")
    of_lua = len(LUA.findall(text))
    known = text.count("# Func Hash:") - of_lua
    without = sum(count for _, count in results)
    print(f"{known} functions have counts, and {of_lua} of Lua; {without} have changed since, or are new")
    for source, count in results:
        if count:
            print(f"  {count:4} {source.relative_to(REPOSITORY)}")
    if without * 100 > options.most * known:
        sys.exit(f"more than {options.most:g} %: make profile, and commit Packaging/profile/native.proftext")


if __name__ == "__main__":
    main()
