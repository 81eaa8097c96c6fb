-- Large fields.
-- expect: time
local log = require "log"
local t = {}
for i = 1, 1e5 do t["k" .. i] = "value " .. i end
while true do pcall(log.info, "x", t) end
