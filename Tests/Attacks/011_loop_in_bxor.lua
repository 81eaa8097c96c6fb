-- A loop in __bxor, caught again and again.
-- expect: time
local m = {}
local t = setmetatable({}, m)
m.__bxor = function() while true do end end
while true do pcall(function() local _ = t ~ 1 end) end
