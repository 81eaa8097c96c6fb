-- As __tostring, which is called from C.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
getmetatable(t).__tostring = t
tostring(t)
