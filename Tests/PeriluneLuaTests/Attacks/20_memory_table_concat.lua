-- table.concat with a long separator.
-- expect: error|memory
local t = {}
for i = 1, 10000 do t[i] = '' end
table.concat(t, string.rep('x', 100000))
