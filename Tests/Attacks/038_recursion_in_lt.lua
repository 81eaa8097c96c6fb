-- __lt that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__lt = function() return t < t end
local ok = pcall(m.__lt)
error(ok)
