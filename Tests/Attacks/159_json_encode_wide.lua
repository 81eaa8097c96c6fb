-- Many members.
-- expect: time
local json = require "json"
local t = {}
for i = 1, 3e5 do t["k" .. i] = i end
while true do json.encode(t) end
