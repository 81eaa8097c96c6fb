-- Yields in __index.
-- expect: time
local t = setmetatable({}, { __index = function(_, k) return coroutine.yield(k) end })
local co = coroutine.wrap(function() while true do local _ = t.x end end)
while true do co() end
