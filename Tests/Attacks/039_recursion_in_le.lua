-- __le that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__le = function() return t <= t end
local ok = pcall(m.__le)
error(ok)
