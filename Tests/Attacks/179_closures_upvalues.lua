-- Closures, kept.
-- expect: memory
local function make(n) local a, b, c, d, e, f, g = n, n, n, n, n, n, n return function() return a + b + c + d + e + f + g end end
local kept = {}
while true do kept[#kept + 1] = make(#kept) end
