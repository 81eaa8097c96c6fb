-- As a tail call.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
return t(t, t)
