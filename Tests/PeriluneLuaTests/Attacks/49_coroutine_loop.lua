-- A loop in a coroutine.
-- expect: time
local co = coroutine.create(function() while true do end end)
coroutine.resume(co)
while true do end
