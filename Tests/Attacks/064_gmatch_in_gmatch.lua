-- Nested gmatch.
-- expect: time
local s = ("a "):rep(20000)
for x in s:gmatch("%w") do for y in s:gmatch("%w") do for z in s:gmatch("%w") do end end end
