-- Numbers with a long separator.
-- expect: error
local t = {}
for i = 1, 1e5 do t[i] = i + 0.1 end
while true do table.concat(t, ("x"):rep(300)) end
