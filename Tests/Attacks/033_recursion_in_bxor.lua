-- __bxor that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__bxor = function() return t ~ 1 end
local ok = pcall(m.__bxor)
error(ok)
