-- __add that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__add = function() return t + 1 end
local ok = pcall(m.__add)
error(ok)
