#!/usr/bin/env python3
"""Runs the rules in `scripts` with an instrumented binary, for `make profile`.

    Packaging/profile/train.py PERILUNE

The logs are generated, the same in each run. None of the rules and none of the logs is one of Benchmarks, so that what
is measured there is not what the compiler was trained on.
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
EVENTS = 4_000

WORDS = ("north", "Zürich", "order", "naïve", "a \"quoted\" word", "tab\there", "東京", "invoice", "péage", "line\nend", "x" * 60)


def envelope(number, kind, data, order):
    members = {
        "specversion": "1.0", "id": f"{kind}-{number}", "source": f"/source/{number % 17}", "type": kind,
        "time": f"2026-03-0{1 + number % 9}T{number % 24:02}:{number % 60:02}:00Z", "data": data,
    }
    return {name: members[name] for name in order}


def orders(random, number):
    """Middling events with numbers, strings and lists; some lack the total, some are narrow, some wide."""
    positions = [
        {"article": f"A-{random.randrange(9999)}", "quantity": random.randrange(1, 20),
         "price": random.choice([random.randrange(1, 90), round(random.random() * 90, 2)])}
        for _ in range(random.choice([0, 1, 3, 8, 40]))
    ]
    data = {
        "currency": random.choice(["EUR", "EUR", "CHF", "USD"]),
        "total": random.choice([random.randrange(6000), random.random() * 6000, 1e-7 * random.random(), None]),
        "customer": {"name": random.choice(WORDS), "number": random.randrange(2**60), "tags": random.sample(WORDS, 3),
                     "address": {"city": random.choice(WORDS), "lines": [random.choice(WORDS)], "empty": {}}},
        "positions": positions, "paid": random.random() < 0.5, "notes": " ".join(random.choices(WORDS, k=5)),
    }
    if number % 11 == 0:
        del data["total"]
    order = ["specversion", "id", "source", "type", "time", "data"]
    if number % 3 == 0:
        order.reverse()
    return envelope(number, random.choice(["order.placed", "order.placed", "order.changed", "mail.sent"]), data, order)


def sensors(random, number):
    """Narrow events."""
    data = {"v": random.choice([random.randrange(100), round(random.gauss(50, 20), 3), -1.5e3])}
    return envelope(number, f"sensor.{random.choice('abc')}", data, ["id", "source", "type", "data"])


def messages(random, number):
    """Texts, some of them long."""
    text = " ".join(random.choices(
        ["took=37", "user=anna", "request timeout", "ä öü", "id=482910", "path=/a/b?c=d", "\\d", "retry   later"],
        k=random.choice([3, 8, 20])))
    level = random.choice(["[INFO]", "[WARN] ", "[ERROR]", "none"])
    data = {"message": f"{level} {text}", "user": f"u{random.randrange(700)}", "deep": deep(random, random.randrange(9))}
    return envelope(number, "app.message", data, ["type", "specversion", "id", "time", "source", "data"])


def deep(random, levels):
    return {"level": levels, "next": deep(random, levels - 1)} if levels else [1, [2, [3]], None, True]


def links(random, number):
    """Links of other hosts and shapes than those of the benchmarks."""
    parameters = "&".join(
        f"{name}={random.choice(['1', 'a%20b', 'x' * 20, '%C3%A4', '7A11'])}"
        for name in random.sample(["page", "view", "sort", "filter", "draft", "lang", "evt"], random.randrange(1, 6)))
    url = random.choice([
        f"https://intranet.example.org/old/{number}/index.html?{parameters}",
        f"mstr://?evt={random.choice([2048001, 3995, 4001, 10000007])}&{parameters}",
        f"https://www.example.net:8443/a/b/c/{number}#part",
        f"/relative/{number}?{parameters}",
    ])
    return envelope(number, "link.drill", {"url": url, "view": "sales"}, ["specversion", "type", "source", "id", "time", "data"])


def write_events(path, make, seed, broken=False):
    numbers = random.Random(seed)
    with open(path, "w", encoding="utf-8") as log:
        for number in range(EVENTS):
            escaped = number % 5 == 0
            line = json.dumps(
                make(numbers, number), ensure_ascii=escaped, separators=(", ", ": ") if number % 7 == 0 else (",", ":"))
            if broken and number % 50 == 0:
                line = line[:numbers.randrange(len(line))] + numbers.choice(["", "}", "\\", "01", "\"type\":1}"])
            log.write(line + "\n")


def write_access_log(path, seed):
    numbers = random.Random(seed)
    with open(path, "w", encoding="utf-8") as log:
        for number in range(EVENTS):
            request = f"{numbers.choice(['GET', 'POST'])} /{numbers.choice(['a', 'shop', 'img/x'])}/{number}?q={number} HTTP/1.1"
            log.write(
                f"192.0.2.{number % 250} - {numbers.choice(['-', 'anna'])} [05/Mar/2026:10:{number % 60:02}:00 +0000] "
                f"\"{request}\" {numbers.choice([200, 200, 304, 404, 500])} {numbers.randrange(90000)} \"-\" \"curl/8 \\\"x\\\"\"\n")


def write_table(path, seed):
    numbers = random.Random(seed)
    names = ("x", '"a, b"', "")
    with open(path, "w", encoding="utf-8") as log:
        log.write("id,v,name\n")
        for number in range(EVENTS):
            log.write(f"{number},{numbers.randrange(100)},{numbers.choice(names)}\n")


# A log, a script, and options.
RUNS = (
    ("orders", "filter", ()), ("orders", "nested", ()), ("broken", "filter", ()), ("orders", "failing", ()),
    ("orders", "whole", ()), ("sensors", "whole", ("--trusted",)), ("messages", "text", ()), ("messages", "seen", ()),
    ("messages", "whole", ()), ("sensors", "counts", ()), ("sensors", "objects", ()), ("links", "links", ()),
    ("orders", "filter", ("--trusted",)), ("links", "links", ("--records", "records")),
    ("access", "requests", ("--as", "combined")), ("table", "table", ("--as", "csv")),
)


def main():
    perilune = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for seed, (log, make) in enumerate(
                (("orders", orders), ("sensors", sensors), ("messages", messages), ("links", links))):
            write_events(folder / log, make, seed)
        write_events(folder / "broken", orders, 4, broken=True)
        write_access_log(folder / "access", 5)
        write_table(folder / "table", 6)
        for log, script, options in RUNS:
            command = [
                perilune, "process", log, "--script", str(HERE / "scripts" / f"{script}.lua"), "-o", "out",
                "--quarantine", "failed", "--workers", "1", *options]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            # 2: some events failed, which is intended.
            summary = done.stderr.strip().splitlines()[-1:] or [""]
            print(f"{log:9} {script:9} {summary[0]}")
            if done.returncode not in (0, 2):
                sys.exit(f"{' '.join(command)} failed with {done.returncode}:\n{done.stderr[-2000:]}")


if __name__ == "__main__":
    main()
