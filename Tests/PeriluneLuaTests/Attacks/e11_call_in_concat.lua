-- As __concat, in the middle of operands.
-- expect: time|memory
local t = setmetatable({}, {}) getmetatable(t).__call = t
getmetatable(t).__concat = t
return "a" .. "b" .. t .. "c"
