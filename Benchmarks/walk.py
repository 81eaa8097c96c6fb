#!/usr/bin/env python3
"""Counts the source files whose functions one event enters, from profiles of an optimized binary.

    make build && swift build && python3 Benchmarks/walk.py [process] [serve]

Each case runs twice under callgrind, with 1,000 events more in the second run. A function takes part if it is
called at least every second event more often. Its file is that of the object in the unoptimized build that defines the
same symbol, so that functions which the compiler inlined do not show, and those of the system have no file.
"""

import argparse
import collections
import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Benchmarks/intake"))
import webhook  # noqa: E402

MORE = 1000
RULE = """return { on = "order.placed", where = { ["data.currency"] = "EUR" },
  execute = function(event, commander) commander:emit { order = event.id, total = event.data.total } end }
"""
# What the optimizer appends to the symbol that it made a function from.
SUFFIX = re.compile(r"(T[fgGQYuwWmMcRr][A-Za-z0-9_]*|\.resume\.\d+|\.cold(\.\d+)?|\.llvm\.\d+|\.\d+|\.part\.\d+)$")


def symbols(objects):
    """The file that defines each function, by its symbol; helpers that several files define are nobody's."""
    files = {}
    paths = sorted(path for path in objects.glob("*.build/**/*.o") if "Tests.build" not in str(path))
    # Lua has functions of its own with names that are used here too, such as `resume`.
    lua = subprocess.run("nm --defined-only $(pkg-config --variable=libdir lua5.4)/liblua5.4.a", shell=True, text=True,
                         stdout=subprocess.PIPE, check=True).stdout
    files.update((words[2], None) for line in lua.splitlines() if len(words := line.split()) == 3)
    for start in range(0, len(paths), 200):
        text = subprocess.run(["nm", "-A", "--defined-only", *paths[start:start + 200]], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
        for line in text.splitlines():
            place, _, rest = line.partition(".o:")
            words = rest.split()
            if len(words) == 3 and words[1] in "tTwWvV":
                path = pathlib.PurePath(place)
                module = next(part for part in path.parts if part.endswith(".build") and part != ".build")
                file = f"{module[:-6]}/{path.name}"
                files[words[2]] = file if files.get(words[2], file) == file else None
    return files


def file_of(symbol, files):
    """The file of a function or of what it was made from."""
    symbol = symbol.split("'")[0]
    while symbol:
        if symbol in files:
            return files[symbol]
        shorter = SUFFIX.sub("", symbol)
        if shorter == symbol:
            return None
        symbol = shorter
    return None


def calls(profile):
    """How often each function was called."""
    names, counts, callee = {}, collections.Counter(), None

    def name(text):
        number, _, rest = text.partition(" ")
        if rest:
            names[number] = rest
        return names.get(number, text)

    for line in profile.read_text(errors="replace").splitlines():
        if line.startswith("fn="):
            name(line[3:])
        elif line.startswith("cfn="):
            callee = name(line[4:])
        elif line.startswith("calls="):
            counts[callee] += int(line[6:].split()[0])
    return counts


def valgrind(profile, command):
    return ["valgrind", "--tool=callgrind", "--demangle=no", "--compress-strings=yes", "--separate-threads=no",
            f"--callgrind-out-file={profile}", *command]


def process(binary, folder, number):
    """`process` of a log of CloudEvents with a rule, without a store."""
    log = folder / f"{number}.jsonl"
    with log.open("w") as file:
        for index in range(number):
            json.dump({"specversion": "1.0", "id": str(index), "source": "/shop", "type": "order.placed",
                       "data": {"currency": "EUR", "total": index}}, file, separators=(",", ":"))
            file.write("\n")
    (folder / "rule.lua").write_text(RULE)
    profile = folder / f"process-{number}"
    subprocess.run(
        valgrind(profile, [binary, "process", log, "--no-config", "--workers", "1", "--script", folder / "rule.lua",
                           "-o", "/dev/null"]), check=True, stderr=subprocess.DEVNULL, cwd=folder)
    return profile


def serve(binary, folder, number):
    """`serve` of webhooks of a CRM organization, kept on disk before they are accepted."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (folder / "rule.lua").write_text((ROOT / "Benchmarks/intake/rule.lua").read_text())
    config = folder / "crm.json"
    config.write_text(json.dumps({"organizations": [{"name": "bench", "webhooks": {}}]}))
    profile = folder / f"serve-{number}"
    server = subprocess.Popen(
        valgrind(profile, [binary, "serve", "--listen", f"127.0.0.1:{port}", "--no-config", "--crm", config, "--workers",
                           "1", "--store", folder / f"{number}.db", "--script", folder / "rule.lua"]),
        stderr=(folder / "serve.log").open("w"), stdout=subprocess.DEVNULL, cwd=folder)
    try:
        url = f"http://127.0.0.1:{port}/webhooks/bench"
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.1)
        for index in range(number):
            body = webhook.body(number=index)
            data = body if isinstance(body, bytes) else (body if isinstance(body, str) else json.dumps(body)).encode()
            request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
            urllib.request.urlopen(request, timeout=60).close()
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
    return profile


CASES = {"process": process, "serve": serve}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", metavar="case", help=f"of {', '.join(CASES)}; all without")
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / ".build/release/perilune")
    parser.add_argument("--objects", type=pathlib.Path, default=ROOT / ".build/debug")
    options = parser.parse_args()
    if unknown := [case for case in options.cases if case not in CASES]:
        parser.error(f"there is no case {unknown[0]!r}")
    files = symbols(options.objects)
    for case in options.cases or CASES:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            few, many = (calls(CASES[case](options.binary, folder, number)) for number in (MORE, 2 * MORE))
        entered = collections.defaultdict(collections.Counter)
        for symbol, count in many.items():
            path = file_of(symbol, files)
            if path and count - few[symbol] >= MORE // 2:
                entered[path.split("/")[0]][path.split("/")[1]] += count - few[symbol]
        swift = sum(name.endswith(".swift") for module in entered.values() for name in module)
        total = sum(map(len, entered.values()))
        print(f"{case}: {total} files, {swift} of them in Swift")
        for module, names in sorted(entered.items()):
            print(f"  {module}: " + ", ".join(f"{name} ({count / MORE:.1f})" for name, count in sorted(names.items())))


if __name__ == "__main__":
    main()
