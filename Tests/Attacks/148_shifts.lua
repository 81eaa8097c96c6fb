-- Shifts beyond the width.
-- expect: time
local x = 1
for i = 1, 1e9 do x = x << i >> -i | 1 << 63 end
