"""Link rules, event numbers and other fields of a delegate: `check` accepts a script or says where it is wrong, and what it
accepts can be run."""
import json

from mutation import mutated
from runner import require

TOKENS = [b"*", b"**", b"{a}", b"{a:i}", b"{a:f}", b"{", b"}", b"//", b"/", b"?", b"&", b"#", b"evt=4001", b"evt=custom", b"a=*", b"%2A",
          b"%", b":8443", b"*.", b"[::1]", b"mstr:", b"*:", b"://", b"a=R{k:i}", b"{url}", b"{id:q}", b"xn--a", b"B\xc3\xbccher.example"]
SEEDS = [b"https://*.example.com/reports/{id:i}/**", b"mstr://?evt=4001&reportID={id}", b"//*/a%20b/v*?x#/app/*", b"tel:*",
         b"Main.aspx?evt=4001", b"*://[::1]:8443/**", b"/", b"//example.com?a=*&b={n:f}&c=R*#{f:i}", b"https:", b"#*"]
FIELDS = [b'url = "%s"', b'url = { "%s", "/b" }', b'on = "%s"', b'evt = "%s"', b'key = "%s"', b'interests = "%s"', b'url = "/a", on = "%s"']
SIZE = 40


def make(random):
    text = mutated(random, random.choice(SEEDS), TOKENS)
    for plain, escape in ((b"\\", b"\\\\"), (b'"', b'\\"'), (b"\n", b"\\n"), (b"\r", b"\\r"), (b"\0", b"\\0")):
        text = text.replace(plain, escape)
    field = random.choice(FIELDS) if random.random() < 0.3 else FIELDS[random.randrange(2)]
    return b"return {\n  " + field % text + b",\n  execute = function(event, commander) commander:emit(event.captures) end,\n}\n"


def check(runner, inputs):
    runner.write("links.txt", b"mstr://?evt=4001&reportID=1\nhttps://a.example.com/reports/17/x\n/b\n")
    names = [runner.write(f"rule{number}.lua", text) for number, text in enumerate(inputs)]
    result = runner.run("check", "--no-config", "--json", *names)
    wrong = set()
    for finding in result.lines():
        if finding["severity"] == "error":
            # A rule has a column in its text; the values of a table have no line.
            has_line = not finding["code"].startswith(("rule.", "script.", "interest."))
            require(finding["file"] in names and 1 <= finding.get("line", 0 if has_line else 1) <= 6, f"no place: {json.dumps(finding)[:500]}")
            wrong.add(finding["file"])
    require((result.code == 1) == bool(wrong), f"exit code {result.code} with errors in {sorted(wrong)[:5]}")
    valid = [name for name in names if name not in wrong]
    scripts = [part for name in valid for part in ("--script", name)]
    if valid:
        run = runner.run("process", "links.txt", "--as", "link", "--no-config", *scripts, "--summary", "none")
        require(run.code in (0, 2), f"exit code {run.code} though check accepts the scripts: {run.errors[-800:].decode(errors='replace')}")
    if wrong:
        name = sorted(wrong)[0]
        run = runner.run("process", "links.txt", "--as", "link", "--no-config", "--script", name, "--summary", "none")
        require(run.code == 78 and name.encode() in run.errors, f"exit code {run.code}, and no file: {run.errors[-500:]!r}")
