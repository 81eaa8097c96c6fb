-- Keys that are no whole numbers.
-- expect: time
local t = {}
local x = 1
while true do x = x * 1.0000001 t[x] = x end
