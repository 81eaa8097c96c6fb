-- A table a million deep.
-- expect: memory
local t = {}
for i = 1, 1e6 do t = { t } end
require "json".encode(t)
