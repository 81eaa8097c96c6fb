-- While something was emitted already.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
local json = require "json"
local big = {}
for i = 1, 1000 do big[i] = ("x"):rep(100) end
json.encode(big)
repeat t() until false
