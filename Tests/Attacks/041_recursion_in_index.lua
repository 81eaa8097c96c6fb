-- __index that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__index = function() return t.x end
local ok = pcall(m.__index)
error(ok)
