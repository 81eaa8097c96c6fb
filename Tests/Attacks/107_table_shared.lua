-- A small table that is a huge text.
-- expect: time
local t = {}
for i = 1, 60 do t = { t, t } end
require "json".encode(t)
