-- __call that uses itself without end.
-- expect: time
local m = {}
local t = setmetatable({}, m)
m.__call = function() return t() end
local ok = pcall(m.__call)
error(ok)
