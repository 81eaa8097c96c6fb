-- 5.4.4 uses a collected table in an assignment through weak metatables.
-- expect: error
local t = setmetatable({}, setmetatable({__newindex = {}}, {__mode = 'kv'}))
