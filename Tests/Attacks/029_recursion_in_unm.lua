-- __unm that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__unm = function() return -t end
local ok = pcall(m.__unm)
error(ok)
