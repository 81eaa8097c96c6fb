-- The rewrite task with lua-cjson, for Lua 5.4 and LuaJIT: rewrite.lua LOG > OUT
local cjson = require "cjson"
local decode, encode = cjson.decode, cjson.encode

local out = io.stdout
out:setvbuf("full", 65536)
for line in io.lines(arg[1]) do
  local event = decode(line)
  event.processed = true
  out:write(encode(event), "\n")
end
