-- Texts of many bytes, kept.
-- expect: time
local t = {}
for i = 1, 3999 do t[i] = 255 end
local kept = {}
while true do kept[#kept + 1] = string.char(table.unpack(t)) end
