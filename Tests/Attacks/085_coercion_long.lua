-- Texts of a million digits in arithmetic.
-- expect: time
local s = ("1"):rep(1 << 20)
for i = 1, 1e9 do local _ = s + s * s end
