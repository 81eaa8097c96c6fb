-- __newindex that uses itself without end.
-- expect: error
local m = {}
local t = setmetatable({}, m)
m.__newindex = function() t.x = 1 end
local ok = pcall(m.__newindex)
error(ok)
