-- Numbers that fit nothing, kept.
-- expect: time
local json = require "json"
local kept = {}
while true do kept[#kept + 1] = json.decode("[1e400,1e400,1e400]") end
