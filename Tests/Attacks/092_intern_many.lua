-- Many short texts.
-- expect: time
local kept = {}
for i = 1, 1e9 do kept[i] = "k" .. i end
