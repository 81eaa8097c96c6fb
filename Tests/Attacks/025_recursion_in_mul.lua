-- __mul that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__mul = function() return t * 1 end
local ok = pcall(m.__mul)
error(ok)
