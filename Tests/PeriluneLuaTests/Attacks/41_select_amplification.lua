-- select over many arguments: one instruction is much work.
-- expect: time
local t = {}
for i = 1, 4000 do t[i] = i end
while true do select('#', table.unpack(t)) end
