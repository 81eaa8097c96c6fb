-- A chain of a hundred thousand __newindex.
-- expect: time
local t = {}
for i = 1, 1e5 do t = setmetatable({}, { __newindex = t }) end
for i = 1, 1e9 do pcall(function() t.x = 1 end) end
