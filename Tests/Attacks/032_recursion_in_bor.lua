-- __bor that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__bor = function() return t | 1 end
local ok = pcall(m.__bor)
error(ok)
