-- __sub that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__sub = function() return t - 1 end
local ok = pcall(m.__sub)
error(ok)
