-- A loop in __newindex, caught again and again.
-- expect: time
local m = {}
local t = setmetatable({}, m)
m.__newindex = function() while true do end end
while true do pcall(function() t.x = 1 end) end
