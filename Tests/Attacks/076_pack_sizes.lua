-- Packed texts, kept.
-- expect: memory
local kept = {}
while true do kept[#kept + 1] = ("!16 c65536 s4 z"):pack(("x"):rep(60000), ("y"):rep(60000), "z") end
