-- Nested loops with next.
-- expect: time
local t = {}
for i = 1, 1000 do t["k" .. i] = i end
for a in next, t do for b in next, t do for c in next, t do end end end
