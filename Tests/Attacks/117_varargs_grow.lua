-- Arguments that grow with each tail call.
-- expect: time
local function f(...) return f(1, ...) end
f()
