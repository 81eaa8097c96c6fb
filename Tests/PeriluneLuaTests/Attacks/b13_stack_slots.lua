-- 5.4.4 counts five slots short in some C functions: many results at once.
-- expect: harmless|error
local t = {}
for i = 1, 3990 do t[i] = i end
local function f(...) return select('#', ...) end
assert(f(table.unpack(t)) == 3990)
string.char(table.unpack({1, 2, 3}))
string.byte(string.rep('x', 200000), 1, -1)
