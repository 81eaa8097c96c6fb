-- Recursion through coroutines.
-- expect: error
local function f() coroutine.wrap(f)() end
f()
