-- __mod that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__mod = function() return t % 1 end
local ok = pcall(m.__mod)
error(ok)
