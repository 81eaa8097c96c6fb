-- 5.4.4 overflows the size of a concatenation; the cap makes it unreachable.
-- expect: memory|error
local s = string.rep('x', 1 << 20)
local t = s
for i = 1, 60 do t = t .. t .. t .. t end
