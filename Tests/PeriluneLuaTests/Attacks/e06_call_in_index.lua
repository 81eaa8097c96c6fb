-- As __index of another table.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
return setmetatable({}, { __index = function() return t() end }).x
