-- Two tables that call each other.
-- expect: time
local a, b = setmetatable({}, {}), setmetatable({}, {})
getmetatable(a).__call, getmetatable(b).__call = b, a
a(1, 2, 3)
