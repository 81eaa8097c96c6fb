-- One name a hundred thousand times.
-- expect: time
local json = require "json"
while true do pcall(json.decode, "{" .. ("\"a\":1,"):rep(100000) .. "\"b\":2}") end
