"""Metadata and expressions of charts: `check` accepts a file or says where it is wrong, and what is not XML for another
reader is not for this one."""
import xml.parsers.expat

from mutation import mutated, tokens_of
from runner import ROOT, require

SEEDS = [path.read_bytes() for path in [ROOT / "Scripts/charts/products.xml", ROOT / "Scripts/charts/sales.xml",
                                        ROOT / "Tests/Fixtures/0.1/dashboards/shop.xml", ROOT / "Tests/Fixtures/0.1/dashboards/lab.xml"]]
EXPRESSIONS = [b"SalesAmount * 2", b"Sum(SalesAmount) / Count()", b"$hike + 1", b"Dense_Rank(SalesAmount, 'DESC')", b"If(SalesAmount > 10, 'a', 1)",
               b"SalesAmount ^ -2 % 3", b"(SalesAmount)", b"&quot;Sales Amount&quot; + 1", b"[Sales Amount]", b"A.B", b"DateAdd('day', 1, Date)"]
TOKENS = tokens_of(*SEEDS, *EXPRESSIONS) + [b"&#x0;", b"&lt;", b"&amp;", b"]]&gt;", b"<![CDATA[", b"<!--", b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"&b;",
                                            b'Top="-1"', b'Width="1e9"', b'="', b"/>", b"</Chart>"]
DATA = b"Product,Region,SalesAmount,Date\nA,N,10,2026-01-01\nB,S,,x\n"
SIZE = 12


def make(random):
    text = random.choice(SEEDS)
    if random.random() < 0.5:
        # Only one expression changes, in a file that is whole.
        text = SEEDS[0]
        changed = random.choice(EXPRESSIONS)
        if random.random() < 0.1:
            changed = random.choice([b"(" * 500 + b"1" + b")" * 500, b"1+" * 2000 + b"1", b"-" * 1000 + b"1", b"If(" * 200 + b"1" + b",1,1)" * 200])
        changed = mutated(random, changed, TOKENS).replace(b'"', b"").replace(b"<", b"").replace(b"&", b"")
        changed = bytes(byte for byte in changed if byte >= 32).decode(errors="ignore").encode()
        return text.replace(b'Expression="SalesAmount"', b'Expression="' + changed + b'"', 1)
    return mutated(random, text, TOKENS, most=2)


def is_xml(text):
    # The other reader knows no names beyond U+FFFF.
    if b"\xf0" in text:
        return True
    parser = xml.parsers.expat.ParserCreate()
    try:
        parser.Parse(text, True)
    except (xml.parsers.expat.ExpatError, LookupError):  # the second one for an unknown encoding
        return False
    return True


def check(runner, inputs):
    runner.write("data/ProductSales.csv", DATA)
    names = [runner.write(f"chart{number}.xml", text) for number, text in enumerate(inputs)]
    for name, text in zip(names, inputs):
        result = runner.run("charts", "check", "--no-config", "--json", "--data", "data", name)
        require(result.code in (0, 1, 65, 78), f"exit code {result.code}: {result.errors[-500:]!r}")
        findings = result.lines()
        wrong = [finding for finding in findings if finding.get("level") == "Error"]
        require((result.code != 0) == bool(wrong), f"exit code {result.code} with {len(wrong)} errors: {result.errors[-500:]!r}")
        for finding in wrong:
            line = finding.get("line", 1)
            require(finding.get("file") == name and 1 <= line <= text.count(b"\n") + 2, f"no place: {finding}")
        require(is_xml(text) or wrong, f"{name} is not XML, but it is accepted")
    # What is accepted can be drawn, or says what is wrong.
    if names:
        runner.run("charts", "render", "--no-config", "--data", "data", names[0], "-o", "out.svg")
