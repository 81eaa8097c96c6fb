-- In a __close that runs because the budget is over.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
local x <close> = setmetatable({}, { __close = function() t() end })
while true do end
