"""Property lists of login screens: `login check` says where one is wrong, rejects what another reader rejects, and what it
accepts can be drawn."""
import json
import plistlib
import re

from mutation import mutated, tokens_of
from runner import ROOT, require

SEEDS = [path.read_bytes() for path in sorted((ROOT / "Tests/Golden/Login").glob("*.plist"))]
TOKENS = tokens_of(*SEEDS) + [b"<dict/>", b"<array/>", b"<true/>", b"<integer>99999999999999999999</integer>", b"<real>nan</real>", b"<data>====</data>",
                              b"<date>x</date>", b"<string/>", b"</dict>", b"<array>", b"&#0;", b"&lt;", b"&unknown;", b"<key>LoginButton</key>", b"#GGGGGG",
                              b"<!ENTITY a SYSTEM 'file:///etc/passwd'>", b"<integer>-1</integer>"]
SIZE = 30


def make(random):
    if random.random() < 0.05:
        depth = random.choice([150, 300, 5000])
        return b'<plist version="1.0">' + b"<array>" * depth + b"</array>" * depth + b"</plist>"
    return mutated(random, random.choice(SEEDS), TOKENS, most=3)


def is_list(text):
    # The other reader is stricter with declarations, which mean nothing here. It takes names as the fourth edition of XML has them, in
    # which fewer characters are letters.
    if re.search(rb"<[^>]*[\x80-\xff]", text) or not any(text.startswith(seed[:seed.index(b"<plist")]) for seed in SEEDS):
        return True
    try:
        plistlib.loads(text, fmt=plistlib.FMT_XML)
    except Exception:  # it raises whatever its parts do
        return False
    return True


def check(runner, inputs):
    names = [runner.write(f"login{number}.plist", text) for number, text in enumerate(inputs)]
    result = runner.run("login", "check", "--json", *names)
    wrong = set()
    for finding in result.lines():
        if finding["severity"] == "error":
            wrong.add(finding["file"])
        require(finding["file"] in names, f"no file: {json.dumps(finding)[:300]}")
        text = inputs[names.index(finding["file"])]
        require(1 <= finding.get("line", 1) <= text.count(b"\n") + 2, f"no such line: {json.dumps(finding)[:300]}")
    require((result.code == 1) == bool(wrong), f"exit code {result.code} with errors in {len(wrong)} files")
    for name, text in zip(names, inputs):
        require(is_list(text) or name in wrong, f"{name} is no property list, but it is accepted")
    valid = [name for name in names if name not in wrong]
    if valid:
        drawn = runner.run("login", "render", valid[0], "-o", "out.svg")
        require(drawn.code in (0, 1), f"exit code {drawn.code} though check accepts {valid[0]}: {drawn.errors[-500:]!r}")
