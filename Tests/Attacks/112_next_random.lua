-- next with keys out of order.
-- expect: time
local t = {}
for i = 1, 1e4 do t["k" .. i] = i end
while true do for i = 1, 1e4 do next(t, "k" .. i) end end
