-- unpack of a million elements.
-- expect: error
local t = {}
for i = 1, 1000000 do t[i] = i end
table.unpack(t)
