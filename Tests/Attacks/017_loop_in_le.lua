-- A loop in __le, caught again and again.
-- expect: time
local m = {}
local t = setmetatable({}, m)
m.__le = function() while true do end end
while true do pcall(function() local _ = t <= t end) end
