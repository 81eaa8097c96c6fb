-- A loop in __eq, caught again and again.
-- expect: time
local m = {}
local t = setmetatable({}, m)
m.__eq = function() while true do end end
while true do pcall(function() local _ = t == setmetatable({}, m) end) end
