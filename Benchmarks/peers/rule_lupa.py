"""The rule task with a Lua rule inside Python (lupa, orjson): rule_lupa.py LOG > OUT"""

import sys

import orjson
from lupa.lua54 import LuaRuntime

RULE = """
collectgarbage("generational")
local match = string.match
local hosts = { [""] = true, ["bi.example.com"] = true, ["bi-eu.example.com"] = true }
local accounts = {
  ["D3A9E8514C0FE1B76A20C88D5F9B7E14"] = true,
  ["0F6B2C7711EB4A9D8C5500A0C92E61F3"] = true,
  ["7C41B05E4D3396FA1E8B7290CD46A85D"] = true,
  ["A82E1D9311EC77B0520F00B0D1F3C96B"] = true,
}
return function(event)
  if event.type ~= "link.drill" then return nil end
  local url = event.data.url
  local host, report = match(url, "^%w+://([^/?]*).-[?&]%a+ID=(%x+)")
  if hosts[host] and accounts[report] then
    return event.id, report, match(url, "[?&]region=([^&]*)") or "all"
  end
end
"""


def main():
    rule = LuaRuntime(register_eval=False).execute(RULE)
    loads, dumps, write = orjson.loads, orjson.dumps, sys.stdout.buffer.write
    with open(sys.argv[1], "rb", buffering=1 << 16) as log:
        for line in log:
            answer = rule(loads(line))
            if answer:
                identity, report, region = answer
                fields = {"id": identity, "report": report, "region": region}
                write(dumps(fields, option=orjson.OPT_APPEND_NEWLINE))


main()
