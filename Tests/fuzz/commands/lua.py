"""Lua in `check`: it finds a mistake in the syntax exactly where the stock compiler finds one, and always has a place."""
import json
import subprocess

from mutation import mutated, tokens_of
from runner import ROOT, require

SEEDS = [path.read_bytes() for path in sorted((ROOT / "Scripts").glob("*.lua")) + sorted((ROOT / "Tests/PeriluneLuaTests/Attacks").glob("*.lua"))[:60]]
TOKENS = tokens_of(*SEEDS) + [b"goto", b"::a::", b"<const>", b"<close>", b"//", b"...", b"[==[", b"]==]", b"--[[", b"0x1p4", b"1e", b"\\z",
                              b"\\u{7FFFFFFF}", b"\\xZZ", b"local function", b"end", b"((", b"{{", b"~=", b"a.b:c", b"return"]
SIZE = 40


def make(random):
    text = random.choice(SEEDS)
    if random.random() < 0.2:
        # Many levels, which a parser that calls itself must bound.
        text = random.choice([b"return " + b"(" * 300 + b")" * 300, b"return " + b"{" * 300 + b"}" * 300, b"do " * 400 + b"end " * 400,
                              b"return " + b"not " * 400 + b"1", b"x = " + b"f" + b"()" * 3000, b"return " + b"1 .. " * 3000 + b"1",
                              b"if a then else" * 300 + b" end", b"return function() " * 250 + b"end " * 250, b"return " + b"-" * 500 + b"1"])
    start = random.randrange(len(text))
    return mutated(random, text[:start] + text[start:], TOKENS)


def is_accepted(runner, name):
    """What luac says, apart from limits that a host may set in another way."""
    result = subprocess.run(["luac5.4", "-p", name], cwd=runner.folder, capture_output=True)
    message = result.stderr.decode(errors="replace")
    limited = any(text in message for text in ("overflow", "limit", "too many", "levels", "not enough memory"))
    return None if limited else result.returncode == 0


def check(runner, inputs):
    names = [runner.write(f"script{number}.lua", text) for number, text in enumerate(inputs)]
    result = runner.run("check", "--no-config", "--json", *names)
    findings = result.lines()
    for finding in findings:
        # Errors of what a file returns, such as a pattern of types, name the file alone.
        if finding.get("file") in names and "line" in finding:
            lines = inputs[names.index(finding["file"])].count(b"\n") + 2
            require(1 <= finding["line"] <= lines and finding["column"] >= 1, f"no such place: {json.dumps(finding)[:300]}")
    wrong = {finding["file"] for finding in findings if finding["code"] in ("syntax", "script.syntax", "encoding")}
    for name in names:
        accepted = is_accepted(runner, name)
        require(accepted is None or accepted == (name not in wrong),
                f"{name} is {'valid' if accepted else 'invalid'} Lua, but check says otherwise: "
                f"{[f for f in findings if f['file'] == name and f['severity'] == 'error'][:2]}")
