-- As __len, __unm and __index called with a key.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
local mt = { __len = t, __unm = t }
local u = setmetatable({}, mt)
pcall(function() return #u end)
return -u
