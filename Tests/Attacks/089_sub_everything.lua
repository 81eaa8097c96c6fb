-- All ends of a text.
-- expect: memory
local s = ("x"):rep(1 << 20)
local kept = {}
for i = 1, #s do kept[i] = s:sub(i) end
