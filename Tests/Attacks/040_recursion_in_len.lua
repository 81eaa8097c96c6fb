-- __len that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__len = function() return #t end
local ok = pcall(m.__len)
error(ok)
