-- A loop in __index, caught again and again.
-- expect: time
local m = {}
local t = setmetatable({}, m)
m.__index = function() while true do end end
while true do pcall(function() local _ = t.x end) end
