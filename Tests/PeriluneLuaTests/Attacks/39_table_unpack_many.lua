-- unpack of a hundred thousand elements.
-- expect: error
local t = {}
for i = 1, 100000 do t[i] = i end
table.unpack(t)
