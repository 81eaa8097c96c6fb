-- A table that grows without end.
-- expect: memory|time
local t = {}
for i = 1, math.huge do t[i * 3 + 0.5] = i end
