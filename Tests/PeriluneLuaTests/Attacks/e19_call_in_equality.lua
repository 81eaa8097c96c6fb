-- As __eq, with a result that is looked at.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
local a, b = setmetatable({}, { __eq = t }), setmetatable({}, { __eq = t })
return a == b
