-- To say what is nil, 5.4.4 goes back through fields, keys and groups, one C call each.
-- expect: harmless|error
local t = {}
t.x = t
local function f() return t[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[t.x[1].y.z]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] end
pcall(f)
local function g() return ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((t.x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).x).y.z end
pcall(g)
