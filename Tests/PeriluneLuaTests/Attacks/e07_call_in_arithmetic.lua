-- As an arithmetic metamethod.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
getmetatable(t).__add = t
return t + 1
