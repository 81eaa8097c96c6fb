"""The table task with the standard library's csv and orjson: table.py LOG > OUT"""

import csv
import sys

import orjson


def main():
    dumps, write = orjson.dumps, sys.stdout.buffer.write
    with open(sys.argv[1], encoding="utf-8", newline="") as log:
        rows = csv.reader(log)
        header = next(rows)
        number, user, status, amount = (header.index(name) for name in ("id", "user", "status", "amount"))
        for row in rows:
            if row[status] == "failed":
                write(dumps(
                    {"id": row[number], "user": row[user], "amount": row[amount]},
                    option=orjson.OPT_APPEND_NEWLINE))


main()
