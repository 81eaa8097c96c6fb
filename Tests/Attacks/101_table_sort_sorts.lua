-- A comparison that sorts.
-- expect: error
local function f(a, b) local t = { 3, 1, 2 } table.sort(t, f) return a < b end
f(1, 2)
