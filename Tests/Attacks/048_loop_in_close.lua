-- Loops in __close.
-- expect: time
for i = 1, 1e9 do local _ <close> = setmetatable({}, { __close = function() for _ = 1, 1e9 do end end }) end
