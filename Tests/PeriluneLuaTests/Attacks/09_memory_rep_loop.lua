-- Many large strings that stay reachable.
-- expect: memory|time
local t = {}
for i = 1, 1e9 do t[i] = string.rep('x' .. i, 10000) end
