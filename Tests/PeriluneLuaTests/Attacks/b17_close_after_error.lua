-- A __close that loops, pending when an ordinary error ends the handler: the reset of the coroutine runs it.
-- expect: time|error
local x <close> = setmetatable({}, {__close = function() while true do end end})
error("x")
