-- __div that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__div = function() return t / 1 end
local ok = pcall(m.__div)
error(ok)
