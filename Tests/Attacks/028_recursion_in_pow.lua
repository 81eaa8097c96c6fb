-- __pow that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__pow = function() return t ^ 1 end
local ok = pcall(m.__pow)
error(ok)
