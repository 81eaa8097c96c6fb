-- Recursion through xpcall.
-- expect: harmless
local function f() xpcall(f, f) end
f()
