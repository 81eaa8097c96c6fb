-- A table that is moved by one, and grows.
-- expect: time
local t = {}
for i = 1, 1e5 do t[i] = i end
while true do table.move(t, 1, #t, 2) end
