-- Sorting many keys again and again.
-- expect: time
local t = {}
for i = 1, 3e5 do t["k" .. i] = i end
while true do for k, v in pairs(t) do end end
