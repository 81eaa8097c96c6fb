-- Tables with holes.
-- expect: time
local t = {}
for i = 1, 1e6 do t[i] = i end
for i = 1, 1e6, 2 do t[i] = nil end
while true do local _ = #t table.insert(t, 1) table.remove(t) end
