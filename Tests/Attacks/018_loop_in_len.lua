-- A loop in __len, caught again and again.
-- expect: time
local m = {}
local t = setmetatable({}, m)
m.__len = function() while true do end end
while true do pcall(function() local _ = #t end) end
