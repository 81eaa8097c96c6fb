-- With much memory in hand, in small and in large blocks.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
local kept = {}
for i = 1, 20000 do kept[i] = { i, ("x"):rep(i % 1000) } end
t(table.unpack(kept, 1, 200))
