-- A coroutine that resumes itself.
-- expect: time
local co
co = coroutine.create(function() while true do coroutine.resume(co) end end)
coroutine.resume(co)
