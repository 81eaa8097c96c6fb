-- A small table that says it is huge: the border is searched by doubling.
-- expect: error|time|harmless
local t = {}
for i = 0, 61 do t[1 << i] = 1 end
require "json".encode(t)
