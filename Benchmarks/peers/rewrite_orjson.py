"""The rewrite task with orjson: rewrite_orjson.py LOG > OUT"""

import sys

import orjson


def main():
    loads, dumps, write = orjson.loads, orjson.dumps, sys.stdout.buffer.write
    with open(sys.argv[1], "rb", buffering=1 << 16) as log:
        for line in log:
            event = loads(line)
            event["processed"] = True
            write(dumps(event, option=orjson.OPT_APPEND_NEWLINE))


main()
