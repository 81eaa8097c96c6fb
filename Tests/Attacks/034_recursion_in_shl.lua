-- __shl that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__shl = function() return t << 1 end
local ok = pcall(m.__shl)
error(ok)
