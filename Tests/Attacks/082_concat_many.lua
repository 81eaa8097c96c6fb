-- Ten million texts joined.
-- expect: time
local t = {}
for i = 1, 1e7 do t[i] = "some text " .. i end
error(#table.concat(t))
