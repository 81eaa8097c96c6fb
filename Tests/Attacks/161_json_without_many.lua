-- Many names left out.
-- expect: time
local json = require "json"
local t = {}
for i = 1, 200 do t[i] = "k" .. i end
while true do json.without({ a = 1 }, table.unpack(t)) end
