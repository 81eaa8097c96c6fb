"""The boundary to plugins in C: whatever a library answers, the host goes on or says what is wrong. An input is what the
library answers (library.c)."""
import json
import os
import subprocess
import tempfile

from mutation import mutated
from runner import ROOT, require

DESCRIPTION = {
    "name": "odd", "version": "1.0.0", "summary": "Answers anything.",
    "events": [{"type": "odd.event", "summary": "An event."}],
    "modules": [{"name": "odd", "summary": "Functions.", "lua": "local m = ... function m.twice(n) return m.any(n) end",
                 "fields": [{"name": "limit", "type": "integer", "summary": "A limit."}],
                 "functions": [{"name": "any", "summary": "Answers.", "kind": "sync", "returns": "any",
                                "parameters": [{"name": "n", "type": "any", "optional": True, "summary": "a value"}]},
                               {"name": "later", "summary": "Answers.", "kind": "async", "returns": "any"},
                               {"name": "twice", "summary": "Twice.", "kind": "native", "returns": "any"}]}],
    "delegates": [{"name": "odd-guard", "types": ["tap"], "conditions": [], "priority": 0, "ordering": "all"}],
    "handlers": [{"name": "odd-stock", "types": ["tap"]}], "conditions": ["parity"], "recordSinks": ["queue"],
    "codecs": [{"name": "odd", "summary": "A format."}],
    "commands": [{"name": "odd", "summary": "Run something", "discussion": [],
                  "options": [{"name": "times", "kind": "integer", "variable": "N", "summary": "how often"}]}],
    "views": False, "redacts": False,
}
ANSWERS = [
    (1, 0, DESCRIPTION, b""), (10, 0, {"value": [1, 2.5, None, {"a": "b"}], "emitted": [1], "effects": []}, b""),
    (11, 0, {"value": 1, "effects": [{"kind": "odd.done", "details": {}}]}, b""), (20, 0, {"handle": 1}, b""),
    (21, 0, {"reply": "willing"}, b""), (21, 0, {"reply": "handled", "emitted": [{"a": 1}], "outputs": [None]}, b""),
    (21, 0, {"reply": "reject", "reason": "no", "continue": True}, b""), (30, 0, True, b""), (31, 0, {"handled": True}, b""),
    (40, 0, {"handle": 7}, b""), (41, 0, [0], b""), (42, 0, "why", b""), (60, 0, {"status": 0}, b""), (80, 0, "text", b""),
    (92, 0, None, b""), (100, 0, None, b""), (101, 0, {"framing": "lines"}, b""),
    (101, 0, {"framing": "table", "delimiter": ",", "quote": "\"", "header": True}, b""), (102, 0, True, b""), (103, 0, {"handle": 3}, b""),
    (104, 0, None, b'{"specversion":"1.0","id":"1","source":"/odd","type":"tap","data":{"n":1}}'),
    (1, 1, {"code": "plugin.odd", "message": "no", "hint": "try again"}, b""),
]
TOKENS = [b"null", b"true", b"-1", b"1e999", b"18446744073709551615", b"{}", b"[]", b'""', b'"handle"', b'"reply"', b'"pass"', b'"default"',
          b'"url"', b'"lines"', b'"json"', b'"table"', b'"async"', b'"native"', b'"perilune"', b'"link.drill"', b'"process"', b'"\\u0000"', b"\\", b":", b","]
SCRIPT = b"""local odd = require "odd"
return { on = "tap", priority = -1, execute = function(event, commander) commander:emit { odd.any(1), odd.later(), odd.twice(2) } end }
"""
# Operations that may be answered later: the host waits for a minute.
LATER = {11, 60}
# Records that a sink does not take are delivered again, for half a minute.
RETRIED = 92
SIZE = 10
build = None


def make(random):
    lines = []
    for operation, failed, answer, data in ANSWERS:
        if operation == 1 and failed and random.random() < 0.95:
            continue
        text = json.dumps(answer).encode() if answer is not None else b""
        if operation != RETRIED and random.random() < (0.5 if operation == 1 else 0.15):
            text = mutated(random, text, TOKENS, most=2).replace(b"\n", b" ").replace(b"\t", b" ").replace(b"\0", b"")
        if data and random.random() < 0.3:
            data = mutated(random, data, TOKENS).replace(b"\n", b" ").replace(b"\0", b"")
        kind = failed if random.random() < 0.95 else random.choice([1, 2, 3])
        if operation == RETRIED:
            kind = 0
        elif kind == 2 and operation in LATER:
            kind = 1
        lines.append(b"%d\t%d\t%s\t%s\n" % (operation, kind, text, data))
    if random.random() < 0.5:
        lines[0] = b"1\t0\t%s\t\n" % json.dumps(DESCRIPTION).encode()
    return b"".join(lines)


def library():
    """The library, compiled once."""
    global build
    if build is None:
        build = tempfile.TemporaryDirectory()
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", f"-I{ROOT}/Sources/CPerilunePlugin/include", "-o", f"{build.name}/libodd.so",
                        f"{ROOT}/Tests/fuzz/commands/library.c"], check=True)
    return os.path.join(build.name, "libodd.so")


def check(runner, inputs):
    path = library()
    runner.write("use.lua", SCRIPT)
    runner.write("taps.jsonl", b'{"specversion":"1.0","id":"1","source":"/s","type":"tap","data":{}}\n' * 3)
    runner.write("odd.log", b"a,b\n1,2\n3,4\n")
    for text in inputs:
        environment = {"FUZZ_ANSWERS": str(runner.folder / runner.write("answers", text))}
        result = runner.run("plugin", "check", path, environment=environment)
        if result.code == 0:
            continue_with = [("process", "taps.jsonl", "--script", "use.lua"), ("process", "odd.log", "--as", "odd"), ("odd", "--times", "2")]
            for arguments in continue_with:
                runner.run(*arguments, "--plugin", path, *([] if arguments[0] == "odd" else ["--no-config", "--summary", "none"]),
                           environment=environment)
        else:
            require(len(result.output) > 10, "no reason")
