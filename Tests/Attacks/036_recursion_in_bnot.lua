-- __bnot that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__bnot = function() return ~t end
local ok = pcall(m.__bnot)
error(ok)
