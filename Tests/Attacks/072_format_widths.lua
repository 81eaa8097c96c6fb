-- Wide fields, kept.
-- expect: time
local t = {}
for i = 1, 1e7 do t[#t + 1] = ("%99s%99.99f%99d"):format("x", 1e308, i) end
error(#t)
