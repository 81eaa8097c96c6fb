-- Recursion through gsub callbacks.
-- expect: error|memory
local function f() return (('x'):gsub('x', f)) end
f()
