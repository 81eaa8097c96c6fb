"""The rewrite task with a Lua rule inside Python (lupa, orjson): rewrite_lupa.py LOG > OUT"""

import sys

import orjson
from lupa.lua54 import LuaRuntime

# The incremental collector does not see how much Python memory its proxies hold: it would let
# hundreds of megabytes wait and take twice the time.
RULE = """
collectgarbage("generational")
return function(event) event.processed = true end
"""


def main():
    rule = LuaRuntime(register_eval=False).execute(RULE)
    loads, dumps, write = orjson.loads, orjson.dumps, sys.stdout.buffer.write
    with open(sys.argv[1], "rb", buffering=1 << 16) as log:
        for line in log:
            event = loads(line)
            rule(event)
            write(dumps(event, option=orjson.OPT_APPEND_NEWLINE))


main()
