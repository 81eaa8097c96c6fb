-- sort with a comparator that always says yes, then one that never does.
-- expect: time
local t = {}
for i = 1, 50000 do t[i] = i end
while true do
    table.sort(t, function() return true end)
    table.sort(t, function() return false end)
end
