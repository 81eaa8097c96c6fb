-- Recursion in Lua.
-- expect: error|memory|time
local function f() return 1 + f() end
f()
