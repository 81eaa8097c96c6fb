-- __shr that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__shr = function() return t >> 1 end
local ok = pcall(m.__shr)
error(ok)
