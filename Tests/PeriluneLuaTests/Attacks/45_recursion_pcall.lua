-- Recursion through pcall.
-- expect: error|memory|harmless
local function f() return pcall(f) end
f()
