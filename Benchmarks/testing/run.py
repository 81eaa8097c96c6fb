#!/usr/bin/env python3
"""A thousand small tests by `perilune test` and by plain lua5.4, and what coverage adds.

Processor time of whole processes, user and system, run in turns; the least of all rounds counts, since
whatever else the machine does only adds.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from runner import measure  # noqa: E402


def cases(count):
    """The test file: literal cases, as somebody would write them."""
    lines = ["return {"]
    for number in range(count):
        items = [(10 + number % 7, 1 + number % 3), (number % 50, 2)]
        total = sum(price * amount for price, amount in items)
        listed = ", ".join(f"{{ price = {price}, count = {amount} }}" for price, amount in items)
        kind = number % 4
        order = f"items = {{ {listed} }}"
        record, output, log = 'outcome = "handled", emitted = 1', None, None
        customer = f'customer = "c{number}"'
        row = f'{{ {customer}, sum = {total}, total = {total} }}'
        if kind == 0:
            data, output = f"{customer}, {order}", row
        elif kind == 1:
            data, output = f"{customer}, express = true, {order}", row
            log = f'{{ message = "express", fields = {{ {customer} }} }}'
        elif kind == 2:
            big = f"items = {{ {{ price = {1001 + number}, count = 1 }} }}"
            data = f"{customer}, {big}"
            record = 'outcome = "rejected", reason = "orders over 1000 need an approval"'
        else:
            data, record = order, 'outcome = "unhandled"'
        lines.append(f'  {{ name = "case {number}",')
        lines.append(f'    events = {{ {{ type = "order.created", data = {{ {data} }} }} }},')
        lines.append(f"    records = {{ {{ {record} }} }},")
        if output:
            lines.append(f"    output = {{ {output} }},")
        if log:
            lines.append(f"    log = {{ {log} }},")
        lines.append("  },")
    return "\n".join(lines + ["}", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument(
        "--perilune", type=Path, default=HERE.parents[1] / ".build/release/perilune")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "order.lua"
        script.write_text((HERE / "order.lua").read_text())
        (Path(folder) / "order_test.lua").write_text(cases(options.cases))
        (Path(folder) / "none_test.lua").write_text("return {}\n")
        perilune = options.perilune.resolve()
        commands = {
            "lua5.4": ["lua5.4", HERE / "plain.lua", "order.lua", "order_test.lua"],
            "perilune test": [perilune, "test", "order_test.lua"],
            "perilune test --coverage": [perilune, "test", "order_test.lua", "--coverage"],
            "perilune version": [perilune, "version"],
        }
        least = {name: float("inf") for name in commands}
        for _ in range(options.rounds):
            for name, command in commands.items():
                least[name] = min(least[name], measure.run(command, folder=folder).cpu)
    for name, time in least.items():
        print(f"{name:26} {time * 1000:8.1f} ms")
    print(f"against plain Lua          {least['perilune test'] / least['lua5.4']:8.2f} x")
    print(
        "coverage against without   "
        f"{least['perilune test --coverage'] / least['perilune test']:8.2f} x")


if __name__ == "__main__":
    main()
