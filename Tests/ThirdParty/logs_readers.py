#!/usr/bin/env python3
"""Reads logs with perilune and with readers that nobody here wrote, and compares what they found.

    python3 Tests/ThirdParty/logs_readers.py PERILUNE [LOG CODEC ...]

It makes tables with Python's csv and objects with its json, and reads a real access log with a regular
expression. Other logs that are named are read, too: `LOG CODEC` with the codec combined, common, csv,
tsv, json or syslog. Needs only the standard library.
"""

import argparse
import csv
import io
import json
import random
import re
import subprocess
import sys
import tempfile
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
RULE = """return { on = "*", execute = function(event, commander)
  commander:emit { data = event.data, time = event.time, id = event.id }
end }
"""

parser = argparse.ArgumentParser()
parser.add_argument("perilune")
parser.add_argument("logs", nargs="*")
options = parser.parse_args()
folder = Path(tempfile.mkdtemp())
(folder / "rule.lua").write_text(RULE)


def perilune(log, codec, *more):
    """What a rule sees of each entry."""
    command = [options.perilune, "process", str(log), "--as", codec, "--script", str(folder / "rule.lua"),
               "--quarantine", str(folder / "bad.jsonl"), "--summary", "json", "--time-limit", "0"]
    for option in more:
        command += ["--codec", option]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode in (0, 2), done.stderr
    bad = [json.loads(line) for line in (folder / "bad.jsonl").read_text().splitlines()]
    return [json.loads(line) for line in done.stdout.splitlines()], bad


def check(name, found, expected):
    for number, (one, other) in enumerate(zip(found, expected)):
        assert one == other, f"{name}: entry {number}:\n  {one}\n  {other}"
    assert len(found) == len(expected), f"{name}: {len(found)} entries, not {len(expected)}"
    print(f"ok {name}: {len(found)} entries")


def read_csv(path, delimiter):
    with open(path, newline="", encoding="utf-8-sig") as file:
        rows = list(csv.reader(file, delimiter=delimiter))
    rows = [row for row in rows if row]
    return [dict(zip(rows[0], row)) for row in rows[1:] if len(row) == len(rows[0])]


COMBINED = re.compile(
    r'(?P<host>\S+) (?P<ident>\S+) (?P<user>.+?) \[(?P<time>[^\]]+)\] "(?P<request>(?:[^"\\]|\\.)*)" (?P<status>\d+) '
    r'(?P<bytes>\d+|-)(?: "(?P<referer>(?:[^"\\]|\\.)*)" "(?P<agent>(?:[^"\\]|\\.)*)")?$')


def unescaped(text):
    raw = re.sub(
        rb'\\(x[0-9a-fA-F]{2}|["\\ntrbv])',
        lambda match: bytes([int(match[1][1:], 16)]) if match[1][:1] == b"x" and len(match[1]) == 3
        else {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"b": b"\b", b"v": b"\v"}.get(match[1], match[1]), text.encode())
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return text


def read_access(path):
    entries = []
    for line in Path(path).read_text().splitlines():
        match = COMBINED.match(line)
        if not match:
            continue
        parts = {name: text for name, text in match.groupdict().items() if text not in (None, "-")}
        time = datetime.strptime(parts.pop("time"), "%d/%b/%Y:%H:%M:%S %z").astimezone(timezone.utc)
        parts["status"] = int(parts["status"])
        parts["bytes"] = int(parts.get("bytes", 0))
        request = re.fullmatch(r"(\S+) (.+) (\S+)", parts.get("request", ""))
        if request:
            del parts["request"]
            parts["method"], parts["path"], parts["protocol"] = request.groups()
        data = {name: unescaped(text) if isinstance(text, str) else text for name, text in parts.items()}
        entries.append({"data": data, "time": time.strftime("%Y-%m-%dT%H:%M:%SZ")})
    return entries


def read_json(path):
    decoder = json.JSONDecoder()
    text = Path(path).read_text().strip()
    found = []
    while text:
        value, end = decoder.raw_decode(text)
        found += value if isinstance(value, list) else [value]
        text = text[end:].lstrip()
    return found


SYSLOG = re.compile(r"(?:<(\d+)>)?(\w{3} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\S+) (\S+) (?:([^\s:\[]+)(?:\[([^\]]*)\])?: ?)?(.*)$")


def read_syslog(path):
    found = []
    for line in Path(path).read_text().split("\n"):
        match = SYSLOG.match(line)
        if match:
            found.append({name: text for name, text in zip(("host", "app", "pid", "message"), match.groups()[2:])
                          if text and (text != "-" or name == "message") or name == "message"})
    return found


def compare(path, codec, name=None):
    name = name or f"{Path(path).name} as {codec}"
    events, bad = perilune(path, codec)
    if codec in ("csv", "tsv"):
        check(name, [event["data"] for event in events], read_csv(path, "," if codec == "csv" else "\t"))
    elif codec in ("combined", "common"):
        check(name, [{"data": event["data"], "time": event["time"]} for event in events], read_access(path))
    elif codec == "syslog":
        check(name, [{key: value for key, value in event["data"].items() if key not in ("facility", "severity")}
                     for event in events], read_syslog(path))
    else:
        check(name, [event["data"] for event in events], read_json(path))
    lines = Path(path).read_bytes()
    # Ids tell offsets: no two are the same, and all are in the log.
    offsets = [int(event["id"].rsplit(":", 1)[1]) for event in events if re.search(r":\d+$", event["id"])]
    assert offsets == sorted(set(offsets)) and all(offset < len(lines) for offset in offsets), name
    if bad:
        print(f"   {len(bad)} not read: {bad[0]['error']['message']} (line {bad[0]['line']})")


def made():
    """Logs that are hard to read."""
    random.seed(7)
    letters = ['"', ",", "\n", "\r\n", "x", "é", "", " ", "\t", "\\", "'", ";", "1", "-1.5"]
    for kind, delimiter in (("csv", ","), ("tsv", "\t")):
        for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL):
            rows = [["a", 'b"c', "d e"]]
            rows += [["".join(random.choices(letters, k=random.randint(0, 4))) or "y" for _ in range(3)]
                     for _ in range(3000)]
            text = io.StringIO(newline="")
            csv.writer(text, delimiter=delimiter, quoting=quoting).writerows(rows)
            path = folder / f"made-{quoting}.{kind}"
            path.write_bytes("\ufeff".encode() + text.getvalue().encode())
            compare(path, kind)

    def value(depth):
        kind = random.randrange(7 if depth < 4 else 5)
        if kind == 5:
            return [value(depth + 1) for _ in range(random.randrange(4))]
        if kind == 6:
            return {"".join(random.choices('ab"\\{}[]é', k=5)): value(depth + 1) for _ in range(3)}
        return [None, True, random.randrange(-10**12, 10**12), random.random(), '{"[}]\\"é\n'][kind]

    objects = [{"n": number, "v": value(0)} for number in range(2000)]
    for name, text in {
        "lines": "".join(json.dumps(each) + "\n" for each in objects),
        "indented": "".join(json.dumps(each, indent=2, ensure_ascii=False) + "\n" for each in objects),
        "array": json.dumps(objects),
        "indented-array": json.dumps(objects, indent=1),
    }.items():
        path = folder / f"{name}.json"
        path.write_text(text)
        compare(path, "json")
    path = folder / "explode.json"
    path.write_text(json.dumps({"x": objects[:50], "Records": objects, "y": {"Records": [1]}}))
    events, _ = perilune(path, "json", "explode=Records")
    check("explode", [event["data"] for event in events], objects)


made()
compare(ROOT / "Tests/Plugins/Codecs/Data/apache-combined.log", "combined")
for log, codec in zip(options.logs[::2], options.logs[1::2]):
    compare(log, codec)
