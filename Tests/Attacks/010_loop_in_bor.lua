-- A loop in __bor, caught again and again.
-- expect: time
local m = {}
local t = setmetatable({}, m)
m.__bor = function() while true do end end
while true do pcall(function() local _ = t | 1 end) end
