-- A comparison that changes the table.
-- expect: time
local t = {}
for i = 1, 1e4 do t[i] = i % 100 end
while true do pcall(table.sort, t, function(a, b) t[#t + 1] = a t[1] = nil return a < b end) end
