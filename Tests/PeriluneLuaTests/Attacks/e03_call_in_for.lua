-- As the iterator of a loop.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
for k in t do end
