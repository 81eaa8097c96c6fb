-- Numbers of millions of digits.
-- expect: error
local s = ("9"):rep(1 << 22)
for i = 1, 1e9 do local _ = tonumber(s), tonumber(s, 36), tonumber("0x" .. s) end
