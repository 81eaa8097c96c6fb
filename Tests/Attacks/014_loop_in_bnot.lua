-- A loop in __bnot, caught again and again.
-- expect: time
local m = {}
local t = setmetatable({}, m)
m.__bnot = function() while true do end end
while true do pcall(function() local _ = ~t end) end
