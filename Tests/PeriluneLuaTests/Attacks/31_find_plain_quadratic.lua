-- A plain search that is quadratic in the naive way.
-- expect: harmless
local s = string.rep('a', 500000)
assert(not s:find(string.rep('a', 250000) .. 'b', 1, true))
