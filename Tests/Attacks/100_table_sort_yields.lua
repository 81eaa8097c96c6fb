-- A yield across sort.
-- expect: error
local co = coroutine.wrap(function() table.sort({ 3, 2, 1 }, coroutine.yield) end)
while true do co(true) end
