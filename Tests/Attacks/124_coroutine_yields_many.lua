-- Many values yielded.
-- expect: time
local co = coroutine.wrap(function() while true do coroutine.yield(table.unpack({}, 1, 3999)) end end)
while true do local t = { co() } end
