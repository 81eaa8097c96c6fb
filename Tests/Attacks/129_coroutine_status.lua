-- Asking for the status without end.
-- expect: time
local co
co = coroutine.wrap(function() while true do local me = coroutine.running() coroutine.status(me) coroutine.resume(me) end end)
co()
