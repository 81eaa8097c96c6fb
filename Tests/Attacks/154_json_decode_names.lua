-- Fifty thousand names.
-- expect: time
local json = require "json"
local t = {}
for i = 1, 50000 do t[i] = ("%q:%d"):format("n" .. i, i) end
local s = "{" .. table.concat(t, ",") .. "}"
while true do json.decode(s) end
