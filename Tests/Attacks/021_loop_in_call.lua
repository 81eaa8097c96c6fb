-- A loop in __call, caught again and again.
-- expect: time
local m = {}
local t = setmetatable({}, m)
m.__call = function() while true do end end
while true do pcall(function() local _ = t() end) end
