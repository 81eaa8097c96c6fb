-- A replacement that replaces.
-- expect: error
local function f(s) return (s:gsub(".", f)) end
f(("x"):rep(1000))
