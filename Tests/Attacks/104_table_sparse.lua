-- A sparse table.
-- expect: memory|time
local t = {}
for i = 1, 1e9 do t[i * 1000003 % (1 << 50)] = i end
