-- A chain of a hundred thousand __index.
-- expect: time
local t = {}
for i = 1, 1e5 do t = setmetatable({}, { __index = t }) end
for i = 1, 1e9 do pcall(function() return t.x end) end
