-- Coroutines nested without end.
-- expect: error|memory|harmless
local function f() return coroutine.wrap(f)() end
f()
