-- Coroutines in coroutines.
-- expect: error
local function f(n) return coroutine.wrap(function() return f(n + 1) end)() end
f(1)
