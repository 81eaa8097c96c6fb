-- Tail calls that never end.
-- expect: time
local function f() return f() end
f()
