#!/usr/bin/env python3
"""Reads logs with perilune and with independent readers, and compares every member of every entry.

    Tests/ThirdParty/logs_readers.py PERILUNE [LOG CODEC ...]

It reads real logs that packages and this repository contain, and logs that it makes to be hard to read. Other
logs that are named are read, too: `LOG CODEC`, with a codec of readers.READERS; LOG may be compressed with gzip.
It prints the number of entries of each log, and the first differences.
"""

import argparse
import bz2
import csv
import gzip
import io
import json
import lzma
import random
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import readers

ROOT = Path(__file__).resolve().parent.parent.parent
DATA = ROOT / "Tests/Plugins/Codecs/Data"
PACKAGES = Path(sysconfig.get_path("purelib"))
RULE = """return { on = "*", execute = function(event, commander)
  commander:emit { data = event.data, time = event.time, id = event.id, type = event.type, subject = event.subject }
end }
"""

# The examples of RFC 3164 and RFC 5424 that are valid, and lines as rsyslog writes them.
SYSLOG = """<34>Oct 11 22:14:15 mymachine su: 'su root' failed for lonvick on /dev/pts/8
<13>Feb  5 17:32:18 10.0.0.99 Use the BFG!
<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - \ufeff'su root' failed for lonvick on /dev/pts/8
<165>1 2003-08-24T05:14:15.000003-07:00 192.0.2.1 myproc 8710 - - %% It's time to make the do-nuts.
<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut="3" \
eventSource="Application" eventID="1011"] \ufeffAn application event log entry...
<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut="3" \
eventSource="Application" eventID="1011"][examplePriority@32473 class="high"]
<165>1 2003-10-11T22:14:15Z host app 1 ID [a@1 b="\\"\\\\\\]" c=""] x
<0>1 - - - - - - x
<0>1 - - - - - -
Mar  7 06:25:01 web1 CRON[812]: pam_unix(cron:session): session opened for user root by (uid=0)
Mar  7 06:25:02 web1 sshd(pam_unix)[19939]: check pass; user unknown
Mar  7 06:25:03 web1 kernel: [12345.678901] eth0: link up
Mar  7 06:25:04 web1 last message repeated 3 times
"""

passed, failed = 0, 0


OPTIONS = {"syslog": [f"year={readers.YEAR}"]}


def perilune(log, *options):
    """What a rule sees of each entry, what was refused, and what was said."""
    command = [PERILUNE, "process", str(log), "--script", str(FOLDER / "rule.lua"), "--quarantine",
               str(FOLDER / "bad.jsonl"), "--summary", "none", "--time-limit", "0", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    bad = [json.loads(line) for line in (FOLDER / "bad.jsonl").read_text().splitlines()]
    return [json.loads(line) for line in done.stdout.splitlines()], bad, done.stderr


def verdict(name, differences, found):
    global passed, failed
    if differences:
        failed += 1
        print(f"DIFFERENT {name}: {len(differences)} of {found}", *differences[:3], sep="\n   ")
    else:
        passed += 1
        print(f"ok {name}: {found}")


def compare(name, log, codec, expected, *options):
    """Compares the entries in order, and how many of them were refused."""
    codec_options = [word for option in options for word in ("--codec", option)]
    events, bad, errors = perilune(log, "--as", codec, *codec_options)
    wanted = [entry for entry in expected if entry is not None]
    differences = []
    if wanted and "offset" in wanted[0]:
        # An entry that only one of the two reads is one difference, not one for each line after it.
        for event in events:
            event["offset"] = int(event["id"].rsplit(":", 1)[1])
        offsets = {event["offset"] for event in events}
        differences += [f"not read: {entry}" for entry in wanted if entry["offset"] not in offsets]
        wanted = {entry["offset"]: entry for entry in wanted}
        differences += [f"only read by perilune: {event}" for event in events if event["offset"] not in wanted]
        pairs = [(event, wanted[event["offset"]]) for event in events if event["offset"] in wanted]
    else:
        pairs = zip(events, wanted)
    for event in events:
        if "time" in event:
            event["time"] = readers.rfc3339(event["time"])
    differences += [
        f"{json.dumps(one)} instead of {json.dumps(other)}"
        for one, other in pairs if {member: one.get(member) for member in other} != other]
    if len(events) != len(wanted):
        differences.append(f"{len(events)} entries instead of {len(wanted)}: {errors[:500]}")
    refused = len(expected) - len(wanted)
    if len(bad) != refused:
        reason = bad[0]["error"]["message"] if bad else ""
        differences.append(f"{len(bad)} entries were refused instead of {refused}: {reason}")
    verdict(f"{name} as {codec}", differences, f"{len(events)} entries, {len(bad)} refused")


def read(path, codec):
    """A log as it is."""
    path = Path(path)
    log = path.read_bytes()
    plain = gzip.decompress(log) if log.startswith(b"\x1f\x8b") else log
    compare(path.name, path, codec, readers.READERS[codec](plain), *OPTIONS.get(codec, ()))
    return plain


def recognize(path, codec):
    """Whether the error without --as suggests the codec, and auto chooses it."""
    _, _, errors = perilune(path)
    missing = [] if f"--as {codec}" in errors else [errors[-300:]]
    verdict(f"{path.name} without an option", missing, f"--as {codec} is suggested")
    named, _, _ = perilune(path, "--as", codec)
    guessed, _, _ = perilune(path, "--as", "auto")
    verdict(f"{path.name} as auto", [] if named and guessed == named else ["not the same"], f"as {codec}")


def packed(path, codec, plain):
    """The same log compressed, and with the ends of lines that Windows has."""
    for ending, pack in ((".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)):
        other = FOLDER / (path.name + ending)
        other.write_bytes(pack(plain))
        compare(other.name, other, codec, readers.READERS[codec](plain), *OPTIONS.get(codec, ()))
    other = FOLDER / f"windows-{path.name}"
    other.write_bytes(plain.replace(b"\n", b"\r\n") + b"\r\n\r\n")
    compare(other.name, other, codec, readers.READERS[codec](other.read_bytes()), *OPTIONS.get(codec, ()))


def made():
    """Logs that are hard to read."""
    random.seed(7)
    letters = ['"', ",", "\n", "\r\n", "x", "é", "", " ", "\t", "\\", "'", ";", "1", "-1.5"]
    for kind, delimiter in (("csv", ","), ("tsv", "\t"), ("csv", ";")):
        for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL):
            rows = [["a", 'b"c', "d e"]]
            rows += [["".join(random.choices(letters, k=random.randint(0, 4))) or "y" for _ in range(3)]
                     for _ in range(1000)]
            # A row that is too short, and empty lines.
            rows += [["1", "2"], [], ["1", "2", "3"], []]
            text = io.StringIO(newline="")
            csv.writer(text, delimiter=delimiter, quoting=quoting).writerows(rows)
            for coding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-be"):
                mark = b"\xfe\xff" if coding == "utf-16-be" else b""
                path = FOLDER / f"made-{ord(delimiter)}-{quoting}-{coding}.{kind}"
                path.write_bytes(mark + text.getvalue().encode(coding))
                expected = readers.dict_reader(path.read_bytes(), delimiter)
                compare(path.name, path, kind, expected, *(["delimiter=;"] if delimiter == ";" else []))

    def value(depth):
        kind = random.randrange(7 if depth < 4 else 5)
        if kind == 5:
            return [value(depth + 1) for _ in range(random.randrange(4))]
        if kind == 6:
            return {"".join(random.choices('ab"\\{}[]é', k=5)): value(depth + 1) for _ in range(3)}
        return [None, True, random.randrange(-10**12, 10**12), random.random(), '{"[}]\\"é\n'][kind]

    values = [{"n": number, "v": value(0)} for number in range(1000)]
    for name, text in {
        "lines": "".join(json.dumps(each) + "\n" for each in values),
        "indented": "".join(json.dumps(each, indent=2, ensure_ascii=False) + "\n" for each in values),
        "array": json.dumps(values),
        "indented-array": json.dumps(values, indent=1),
    }.items():
        path = FOLDER / f"{name}.json"
        path.write_text(text)
        read(path, "json")
    records = [{
        "eventVersion": "1.08", "eventID": f"{number:032x}", "eventSource": "s3.amazonaws.com", "awsRegion": "eu-west-1",
        "eventName": random.choice(["GetObject", "PutObject"]), "eventTime": f"2026-01-02T03:04:{number % 60:02}Z",
        "userIdentity": random.choice([{}, {"arn": "arn:aws:iam::1:user/é"}]), "requestParameters": value(0),
    } for number in range(1000)]
    for name, text in {
        "delivery": json.dumps({"Records": records}), "records": "".join(json.dumps(each) + "\n" for each in records),
        "deliveries": "".join(json.dumps({"Records": records[at:at + 300]}) + "\n" for at in range(0, 1000, 300)),
    }.items():
        path = FOLDER / f"cloudtrail-{name}.json"
        path.write_text(text)
        packed(path, "cloudtrail", read(path, "cloudtrail"))
        recognize(path, "cloudtrail")
    path = FOLDER / "syslog.log"
    path.write_text(SYSLOG)
    packed(path, "syslog", read(path, "syslog"))
    recognize(path, "syslog")
    path = FOLDER / "explode.json"
    path.write_text(json.dumps({"x": values[:50], "Records": values, "y": {"Records": [1]}}))
    compare("explode", path, "json", [{"data": each} for each in values], "explode=Records")


def real():
    """Logs of this repository and tables of packages."""
    log = DATA / "apache-combined.log"
    packed(log, "combined", read(log, "combined"))
    recognize(log, "combined")
    path = FOLDER / "github-webhooks.jsonl"
    path.write_bytes(gzip.decompress((DATA / "github-webhooks.jsonl.gz").read_bytes()))
    read(path, "github")
    recognize(path, "github")
    for pattern in ("vega_datasets/_data/*.csv", "sklearn/datasets/data/*.csv", "gapminder/*.csv"):
        for path in sorted(PACKAGES.glob(pattern)):
            read(path, "csv")


parser = argparse.ArgumentParser()
parser.add_argument("perilune")
parser.add_argument("logs", nargs="*")
arguments = parser.parse_args()
PERILUNE = arguments.perilune
with tempfile.TemporaryDirectory() as name:
    FOLDER = Path(name)
    (FOLDER / "rule.lua").write_text(RULE)
    if not arguments.logs:
        made()
        real()
    for named, codec in zip(arguments.logs[::2], arguments.logs[1::2]):
        read(named, codec)
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
