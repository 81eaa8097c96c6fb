-- 5.4.4 may take the wrong one of two constants in a bitwise operation: a wrong number, nothing else.
-- expect: harmless
local x = 1 | (2 or 3)
local y = 1 & (nil or 3)
assert(math.type(x) == "integer" and math.type(y) == "integer")
