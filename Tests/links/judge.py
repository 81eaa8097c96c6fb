#!/usr/bin/env python3
"""Compares what Perilune makes of links with readers that others wrote, on generated links.

    Tests/links/judge.py [--links 100000] [--spellings 2000] [--browser 2000] [--seed 1]

ada-url, an implementation of the URL standard, judges the links that a browser opens: the canonical spelling, and which
host a spelling opens, so that no spelling gets past a rule. Chromium judges the hosts too; it opens some links that the
standard rejects, and those must not get past a rule either. sdk_links.py judges links of the SDK. PERILUNE names the
binary; the default is the debug build. The exit code is 1 if any answer differs.
"""
import argparse
import html
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unicodedata

import ada_url

import sdk_links
import spellings

ROOT = pathlib.Path(__file__).resolve().parents[2]
PERILUNE = os.environ.get("PERILUNE", str(ROOT / ".build/debug/perilune"))

NORMALIZE = """
local url = require "url"
return { on = "link.*", execute = function(event, commander)
  local ok, text = pcall(url.normalize, event.data.url)
  commander:emit { id = event.id, href = ok and text or false }
end }
"""
PARSE = """
local link = require "link"
return { on = "link.*", execute = function(event, commander)
  local parsed = link.parse(event.data.url)
  commander:emit { id = event.id, number = parsed.number or false, all = parsed.all }
end }
"""
DENY = """
return { on = "link.*", url = { %s }, execute = function(event, commander) return commander:reject("denied") end }
"""
ALLOW = """
return { on = "link.*", url = { %s }, execute = function(event, commander) commander:emit { id = event.id } end }
"""


def process(links, script, *options):
    """The output of `perilune process` for a log of links, as objects."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        with open(folder / "log.jsonl", "w") as log:
            for number, link in enumerate(links):
                log.write(json.dumps({"specversion": "1.0", "id": str(number), "source": "/judge", "type": "link.url",
                                      "data": {"url": link}}) + "\n")
        (folder / "rule.lua").write_text(script)
        command = [PERILUNE, "process", str(folder / "log.jsonl"), "--no-config", "--script", str(folder / "rule.lua"), *options]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode not in (0, 2):
            sys.exit(f"{command}: {run.stderr}")
        return [json.loads(line) for line in run.stdout.splitlines()]


def opened(link):
    """What ada-url makes of a link; `None` where it is invalid."""
    try:
        return ada_url.URL(link)
    except ValueError:
        return None


def report(name, count, wrong):
    print(f"{name}: {count} links, {len(wrong)} differ")
    for line in wrong[:20]:
        print("  ", line)
    return not wrong


def is_new(link):
    """Whether a link has a character that ICU may not know yet."""
    return any(unicodedata.category(c) == "Cn" for c in link)


def canonical(dice, count):
    links = [spellings.anything(dice) if number % 2 else
             spellings.spelling(dice, "https", spellings.host(dice, "evil.com"), "good.com") for number in range(count)]
    wrong = []
    answers = process(links, NORMALIZE, "-o", "-")
    for link, answer in zip(links, answers, strict=True):
        url = opened(link)
        expected = url.href if url else False
        if answer["href"] != expected:
            wrong.append(f"{link!r}: {answer['href']!r}, ada-url: {expected!r}")
    valid = sum(answer["href"] is not False for answer in answers)
    print(f"  {valid} of them valid")
    return report("canonical spelling", count, wrong)


def standard(links):
    """The scheme and host that ada-url opens for each link; `None` for an invalid one."""
    return [(url.protocol, url.hostname) if url else None for url in map(opened, links)]


def browser(links):
    """The same of the `new URL` of Chromium."""
    listed = json.dumps(links).replace("<", "\\u003c")
    page = f"""<!doctype html><meta charset=utf-8><pre id=out></pre><script>
    document.getElementById("out").textContent = JSON.stringify({listed}.map(link => {{
      try {{ const url = new URL(link); return [url.protocol, url.hostname] }} catch {{ return null }}
    }}))</script>"""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "links.html"
        file.write_text(page)
        run = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
             "--dump-dom", file.as_uri()], capture_output=True, text=True, timeout=300)
    if run.returncode != 0 or '<pre id="out">' not in run.stdout:
        sys.exit(f"chromium: {run.stderr}")
    return json.loads(html.unescape(run.stdout.split('<pre id="out">')[1].split("</pre>")[0]))


def rules(dice, count, judge):
    targets = [("https", "evil.com", 'url'), ("http", "127.0.0.1", 'address')]
    fine = True
    for scheme, target, kind in targets:
        links = []
        for _ in range(count * 4 // 3):
            if kind == "url":
                name = spellings.host(dice, target if dice.random() < 0.8 else "good.com")
            else:
                name = spellings.address(dice, 0x7F000001 if dice.random() < 0.8 else 0x08080808)
            links.append(spellings.spelling(dice, scheme, name, "good.com" if kind == "url" else "8.8.8.8"))
        # A dot at the end names the same machine.
        meant = [opens is not None and opens[0] == scheme + ":" and opens[1].removesuffix(".") == target
                 for opens in judge(links)]
        rule = f'"{scheme}://{target}/**"'
        records = process(links, DENY % rule, "--records", "-", "-o", "/dev/null")
        # A link that is invalid by the standard is rejected for that.
        passed = [link for link, a, record in zip(links, meant, records, strict=True)
                  if a and record["outcome"] != "rejected"]
        over = [link for link, a, record in zip(links, meant, records, strict=True)
                if not a and record.get("reason") == "denied"]
        allowed = {int(value["id"]) for value in process(links, ALLOW % rule, "-o", "-")}
        through = [link for number, link in enumerate(links) if number in allowed and not meant[number]]
        print(f"  {sum(meant)} of {len(links)} spellings open {scheme}://{target} in the judge {judge.__name__}")
        fine &= report(f"get past a deny rule for {rule}", sum(meant), passed)
        fine &= report(f"are denied by it though they open another host", len(links) - sum(meant), over)
        fine &= report(f"get through an allow rule for {rule}", len(links) - sum(meant), through)
    return fine


def sdk(dice, count):
    links = [sdk_links.generate(dice) for _ in range(count)]
    wrong = []
    for link, answer in zip(links, process(links, PARSE, "-o", "-"), strict=True):
        pairs, number = sdk_links.split(link)
        values = {}
        for name, value in pairs:
            values.setdefault(name, []).append(value)
        expected = {"number": number if number is not None else False, "all": values}
        found = {"number": answer["number"], "all": answer["all"] or {}}
        if found != expected:
            wrong.append(f"{link!r}: {found}, splitter: {expected}")
    return report("parameters of SDK links", count, wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--links", type=int, default=100_000)
    parser.add_argument("--spellings", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--browser", type=int, default=2_000, help="spellings that Chromium judges")
    options = parser.parse_args()
    dice = spellings.generator(options.seed)
    results = [rules(dice, options.spellings, standard), rules(dice, options.browser, browser),
               sdk(dice, options.links), canonical(dice, options.links)]
    sys.exit(0 if all(results) else 1)


main()
