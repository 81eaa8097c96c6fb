-- In a __close that runs because of an error.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
local x <close> = setmetatable({}, { __close = t })
error("an error")
