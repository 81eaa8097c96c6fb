-- As __close.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
getmetatable(t).__close = t
do local x <close> = t end
