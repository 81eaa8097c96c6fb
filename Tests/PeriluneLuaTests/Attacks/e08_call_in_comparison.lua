-- As a comparison, from the library.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
getmetatable(t).__lt = t
table.sort({ t, t, t })
