-- Keys that grow in __index.
-- expect: error
local t = setmetatable({}, {})
getmetatable(t).__index = function(_, k) return t[k .. "x"] end
local _ = t.x
