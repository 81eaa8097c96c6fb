-- Keys without an order.
-- expect: time
local t = {}
for i = 1, 1e4 do t[{}] = i end
while true do pcall(next, t) pcall(pairs, t) end
