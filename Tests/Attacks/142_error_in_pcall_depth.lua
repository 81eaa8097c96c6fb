-- pcall in pcall.
-- expect: harmless
local function f(n) return pcall(f, n + 1) end
f(1)
