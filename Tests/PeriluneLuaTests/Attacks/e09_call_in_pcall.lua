-- Caught, again and again.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
while true do pcall(t) end
