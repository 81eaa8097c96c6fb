-- Two million elements.
-- expect: error
local json = require "json"
local s = "[" .. ("0,"):rep(1 << 21) .. "0]"
while true do json.decode(s) end
