-- Coroutines in coroutines, each of which loops when the inner one is ended.
-- expect: time
local function nest(n)
    if n > 0 then pcall(coroutine.wrap(nest), n - 1) end
    while true do end
end
nest(5)
