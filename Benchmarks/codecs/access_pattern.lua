-- The access log task with a Lua pattern and lua-cjson: access_pattern.lua LOG > OUT
local cjson = require "cjson"
local encode, match, tonumber = cjson.encode, string.match, tonumber

local pattern = '^(%S+) (%S+) (%S+) %[([^%]]*)%] "(%S+) (%S+) (%S+)" (%d+) (%S+) "([^"]*)" "([^"]*)"$'
local out = io.stdout
out:setvbuf("full", 65536)
for line in io.lines(arg[1]) do
  local host, ident, user, time, method, path, protocol, status, bytes, referer, agent = match(line, pattern)
  if status == "404" then
    out:write(encode { host = host, path = path, bytes = tonumber(bytes) or 0 }, "\n")
  end
end
