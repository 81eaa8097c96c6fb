-- 5.4.4 compiles t[a < b] wrongly: a wrong value, never a crash.
-- expect: harmless
local t, a, b = {[true] = 1, [false] = 2}, 1, 2
local x = t[a < b]
assert(x == nil or x == 1 or x == 2)
