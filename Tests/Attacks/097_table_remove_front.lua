-- Removals at the front.
-- expect: time
local t = {}
for i = 1, 2e5 do t[i] = i end
while true do for i = 1, 1e5 do table.remove(t, 1) end for i = 1, 1e5 do t[#t + 1] = i end end
