-- __idiv that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__idiv = function() return t // 1 end
local ok = pcall(m.__idiv)
error(ok)
