-- __eq that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__eq = function() return t == setmetatable({}, m) end
local ok = pcall(m.__eq)
error(ok)
