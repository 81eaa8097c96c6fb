-- A comparison that is always true.
-- expect: time
local t = {}
for i = 1, 1e5 do t[i] = i end
while true do table.sort(t, function() return true end) end
