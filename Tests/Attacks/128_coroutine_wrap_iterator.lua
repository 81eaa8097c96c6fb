-- A generator without an end.
-- expect: time
for x in coroutine.wrap(function() while true do coroutine.yield(1) end end) do end
