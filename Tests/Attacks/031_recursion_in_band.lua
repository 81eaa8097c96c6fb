-- __band that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__band = function() return t & 1 end
local ok = pcall(m.__band)
error(ok)
