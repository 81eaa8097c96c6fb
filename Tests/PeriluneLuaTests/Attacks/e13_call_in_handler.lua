-- In a message handler.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
xpcall(error, function() t() end)
