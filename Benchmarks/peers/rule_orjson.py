"""The rule task with orjson: rule_orjson.py LOG > OUT"""

import re
import sys

import orjson

HOSTS = {"", "bi.example.com", "bi-eu.example.com"}
ACCOUNTS = {
    "D3A9E8514C0FE1B76A20C88D5F9B7E14",
    "0F6B2C7711EB4A9D8C5500A0C92E61F3",
    "7C41B05E4D3396FA1E8B7290CD46A85D",
    "A82E1D9311EC77B0520F00B0D1F3C96B",
}


def main():
    target = re.compile(
        r"[A-Za-z0-9]+://([^/?]*).*?[?&][A-Za-z]+ID=([0-9A-Fa-f]+)", re.DOTALL
    ).match
    region = re.compile(r"[?&]region=([^&]*)").search
    loads, dumps, write = orjson.loads, orjson.dumps, sys.stdout.buffer.write
    with open(sys.argv[1], "rb", buffering=1 << 16) as log:
        for line in log:
            event = loads(line)
            if event["type"] != "link.drill":
                continue
            url = event["data"]["url"]
            found = target(url)
            if found and found[1] in HOSTS and found[2] in ACCOUNTS:
                where = region(url)
                answer = {
                    "id": event["id"],
                    "report": found[2],
                    "region": where[1] if where else "all",
                }
                write(dumps(answer, option=orjson.OPT_APPEND_NEWLINE))


main()
