"""Logs of the codecs, plain and compressed: the same records whatever packs them and however many workers read them, each
entry once, and a failed one with its line and in the quarantine."""
import bz2
import gzip
import json
import lzma
import subprocess

from mutation import mutated
from runner import ROOT, require

DATA = ROOT / "Tests/Plugins/Codecs/Data"


def cases(name):
    """The texts of a table of cases."""
    found = []

    def collect(value):
        if isinstance(value, str) and len(value) > 10:
            found.append(value.encode(errors="replace"))
        elif isinstance(value, dict):
            for item in value.values():
                collect(item)
        elif isinstance(value, list):
            for item in value:
                collect(item)

    for line in (DATA / f"{name}.cases.jsonl").read_text().splitlines():
        if line.strip() and not line.startswith("//"):
            collect(json.loads(line))
    return found


EVENT = b'{"specversion":"1.0","id":"%d","source":"/fuzz","type":"a.b","time":"2026-11-21T10:30:00Z","data":{"n":[1,2.5,null]}}'
SEEDS = {
    "cloudevents": [EVENT % 1, b'{"id":"1","source":"s","type":"t","data_base64":"AAEC"}', b'{"id":"1","source":"s","type":"t","\\u0064ata":"x"}'],
    "json": cases("json") + [b'{"a":1}', b'[{"a":1},{"b":[2]}]', b'{"Records":[{"x":{"y":1}}]}', b'{\n"a":\n1}'],
    "combined": (DATA / "apache-combined.log").read_bytes().splitlines()[:30] + cases("access"),
    "nginx": cases("access"), "syslog": cases("syslog"), "logfmt": cases("logfmt"),
    "csv": cases("csv") + [b'name,city\nann,"New\nYork"', b'a,b,c\n1,2,3', b'"a""b",c\n"x",'], "tsv": [b"a\tb\n1\t2\n\"3\t\"\t4"],
    "lines": cases("lines") + [b"a line"],
    "cloudtrail": cases("presets"), "docker": cases("presets"), "github": cases("presets"), "journald": cases("presets"),
    "k8s-audit": cases("presets"), "otlp-json": cases("presets"), "stripe": cases("presets"), "auto": cases("presets") + cases("syslog"),
}
TOKENS = [b'"', b'""', b",", b"\t", b"\n", b"\r\n", b"<34>1 ", b"<999>", b"2026-11-21T10:30:00Z", b"Feb 30 25:61:61", b"[10/Oct/2000:13:55:36 -0700]",
          b"-", b"=", b'="', b"\\n", b"\\u0000", b"\\ud800", b"{", b"}", b"[", b"]", b"null", b"1e400", b"\\x22", b"::ffff:1.2.3.4", b"[a@1 b=\"c\\\"]\"]"]
PACKERS = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress,
           "zst": lambda text: subprocess.run(["zstd", "-q", "-c"], input=text, capture_output=True, check=True).stdout}
SIZE = 60


def make(random):
    """A codec, a line feed, and an entry."""
    codec = random.choice(sorted(SEEDS))
    return codec.encode() + b"\n" + mutated(random, random.choice(SEEDS[codec]), TOKENS)


def records_of(runner, log, codec, *options):
    result = runner.run("process", log, "--as", codec, "--no-config", "--script", "keep.lua", "--records", "-", "-o", "out.jsonl",
                        "--quarantine", "lost.jsonl", "--summary", "none", *options)
    out = runner.folder / "out.jsonl"
    # A log whose format --as auto does not recognize is refused before outputs are created.
    return result, out.read_bytes() if out.exists() else b""


def check(runner, inputs):
    runner.write("keep.lua", b"return { execute = function(event, commander) commander:emit { event.id, event.data } end }")
    by_codec = {}
    for text in inputs:
        codec, entry = text.split(b"\n", 1)
        by_codec.setdefault(codec.decode(), []).append(entry)
    for codec, entries in sorted(by_codec.items()):
        text = b"\n".join(entries) + (b"\n" if len(entries) % 2 else b"")
        runner.write("a.log", text)
        first, out = records_of(runner, "a.log", codec)
        if first.code not in (0, 2):
            # A log whose start is not that of its format is rejected as a whole.
            require(b"a.log" in first.errors or b"codec" in first.errors, f"no file in the message: {first.errors[-500:]!r}")
            continue
        failed = [record for record in first.lines() if record["outcome"] == "failed"]
        for record in failed:
            error = record["error"]
            require(error["code"] != "internal", f"a bug: {record}")
            if error.get("file") == "a.log":
                require(1 <= error["line"] <= text.count(b"\n") + 1, f"no such line: {record}")
        lost = (runner.folder / "lost.jsonl").read_bytes() if failed else b""
        require(lost.count(b"\n") == len(failed), f"{len(failed)} entries failed, {lost.count(10)} are in the quarantine")
        for name, packer in list(PACKERS.items())[len(text) % 4:][:1]:
            runner.write(f"a.log.{name}", packer(text))
            packed, same = records_of(runner, f"a.log.{name}", codec, "--workers", "3")
            require(same == out, f"{codec}: other values from {name} with three workers")
            require(packed.output.replace(f"a.log.{name}".encode(), b"a.log") == first.output, f"{codec}: other records from {name}")
