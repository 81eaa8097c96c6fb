-- An iterator of __pairs without an end.
-- expect: time
local t = setmetatable({}, { __pairs = function() return function() return 1 end end })
for _ in pairs(t) do end
