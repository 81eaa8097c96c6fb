-- Tables in a table.
-- expect: memory
local t = {}
for i = 1, 1e9 do rawset(t, i, {}) end
