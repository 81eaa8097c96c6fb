-- Garbage while the memory is nearly full.
-- expect: time
local kept = {}
pcall(function() while true do kept[#kept + 1] = ("x"):rep(10000) .. #kept end end)
while true do local _ = { {} } end
