-- 5.4.4 may call a hook twice after a yield: the budget must still end it once.
-- expect: time
local co = coroutine.wrap(function() while true do coroutine.yield() end end)
while true do co() end
