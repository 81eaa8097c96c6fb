-- Packed results, kept.
-- expect: memory
local kept = {}
while true do kept[#kept + 1] = table.pack(table.unpack({}, 1, 3999)) end
