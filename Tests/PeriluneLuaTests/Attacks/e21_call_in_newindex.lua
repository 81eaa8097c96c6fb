-- In an assignment.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
setmetatable({}, { __newindex = function(...) t(...) end }).x = 1
