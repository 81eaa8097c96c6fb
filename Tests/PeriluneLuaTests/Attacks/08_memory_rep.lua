-- string.rep of a gigabyte.
-- expect: error
local s = string.rep('x', 1 << 30)
