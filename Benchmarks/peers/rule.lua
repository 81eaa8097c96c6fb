-- The rule task with lua-cjson, for Lua 5.4 and LuaJIT: rule.lua LOG > OUT
local cjson = require "cjson"
local decode, encode, match = cjson.decode, cjson.encode, string.match

local hosts = { [""] = true, ["bi.example.com"] = true, ["bi-eu.example.com"] = true }
local accounts = {
  ["D3A9E8514C0FE1B76A20C88D5F9B7E14"] = true,
  ["0F6B2C7711EB4A9D8C5500A0C92E61F3"] = true,
  ["7C41B05E4D3396FA1E8B7290CD46A85D"] = true,
  ["A82E1D9311EC77B0520F00B0D1F3C96B"] = true,
}

local out = io.stdout
out:setvbuf("full", 65536)
for line in io.lines(arg[1]) do
  local event = decode(line)
  if event.type == "link.drill" then
    local url = event.data.url
    local host, report = match(url, "^%w+://([^/?]*).-[?&]%a+ID=(%x+)")
    if hosts[host] and accounts[report] then
      local region = match(url, "[?&]region=([^&]*)") or "all"
      out:write(encode { id = event.id, report = report, region = region }, "\n")
    end
  end
end
