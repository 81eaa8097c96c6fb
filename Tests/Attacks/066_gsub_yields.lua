-- A yield across gsub.
-- expect: error
local co = coroutine.wrap(function() ("x"):rep(100):gsub(".", coroutine.yield) end)
while true do co("y") end
