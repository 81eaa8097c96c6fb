-- A __call that is its own table: Lua looks for the function forever, in C.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
t()
