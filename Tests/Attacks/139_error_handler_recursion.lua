-- A handler that calls itself.
-- expect: harmless
local function h(e) return xpcall(error, h, e) end
xpcall(error, h, "x")
