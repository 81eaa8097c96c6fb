"""Links and documents of edit links, in a log: every line has one outcome, and any number of workers gives the same."""
from mutation import mutated, tokens_of
from runner import ROOT, require

RULES = [
    b'return { url = "https://*.example.com/reports/{id:i}/**", execute = function(e, c) c:emit(e.captures) end }',
    b'return { url = { "mstr://?evt=4001&reportID={id}", "*://[::1]:8443/**", "//example.com?a=*&b={n:f}" }, '
    b'execute = function(e, c) c:default() end }',
    b'return { url = "//*/a%20b/v*?x#/app/*", execute = function(e, c) c:emit { e.data.url, e.captures } end }',
]
TOKENS = [b"evt=4001", b"evt=", b"&", b"?", b"#", b"//", b"/", b":", b"@", b";", b"%2F", b"%", b"[::1]", b"[fe80::1%25eth0]", b"0x7f.1",
          b"xn--bcher-kva", b"b\xc3\xbccher", b"mstr:", b"https:", b"javascript:", b"reportID=", b"src=mstrWeb.4001", b":99999", b"..",
          b"<ud>", b"</ud>", b"<hls>", b'<hl idf="1"', b' tid="A82E"', b' ttp="3"', b"<prms>", b"<prm", b"&amp;", b"&#0;", b"evt=3010&evt=2"]
SEEDS = [line for line in (ROOT / "Scripts/links.txt").read_bytes().split(b"\n") if line] + [
    b"https://north.example.com/reports/17/sales/2026?x=1#frag", b"//example.com?a=1&b=2.5", b"tel:+49-123", b"Main.aspx?evt=4001",
    b"https://user:pw@b\xc3\xbccher.example:8443/a%20b/vx?x#/app/1", b"http://[::ffff:127.0.0.1]:80/",
    b'<ud><hls><hl idf="1" aopam="2" tid="A82E" ttp="3"><prms><prm id="DE6B" am="4"/></prms></hl></hls></ud>',
    b'<ud><hls><hl dtxt="x" url="http://a/?b=1&amp;c=2" lt="1"/><hl idf="1" tid="1" ttp="55" so="2"/></hls></ud>',
]
SIZE = 150


def make(random):
    return mutated(random, random.choice(SEEDS), TOKENS).replace(b"\n", b" ")


def check(runner, inputs):
    log = runner.write("links.txt", b"".join(line + b"\n" for line in inputs))
    scripts = [part for number, rule in enumerate(RULES) for part in ("--script", runner.write(f"rule{number}.lua", rule))]
    answers = []
    for workers in "1", "3":
        result = runner.run("process", log, "--as", "link", "--no-config", *scripts, "--workers", workers, "--records", "-",
                            "-o", "out.jsonl", "--summary", "none")
        answers.append(result.output)
        records = result.lines()
    require(answers[0] == answers[1], "the records depend on the number of workers")
    # A blank line is no entry.
    expected = [number for number, line in enumerate(inputs, 1) if line.strip(b"\r")]
    found = [int(record["event"].rsplit(":", 1)[-1]) for record in records]
    require(found == expected, f"lines without a record: {sorted(set(expected) - set(found))[:5]}, "
            f"and unexpected: {sorted(set(found) - set(expected))[:5]}")
    for record in records:
        if record["outcome"] == "failed":
            error = record["error"]
            require(error["code"] != "internal", f"a bug: {record}")
