-- __concat that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__concat = function() return t .. 1 end
local ok = pcall(m.__concat)
error(ok)
