-- Changes of changes.
-- expect: time
local json = require "json"
local v = { a = 1 }
for i = 1, 1e9 do v = json.with(v, { ["k" .. i] = i }) end
