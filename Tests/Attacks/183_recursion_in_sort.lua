-- Recursion through sort.
-- expect: error
local function f() table.sort({ 2, 1 }, f) return true end
f()
