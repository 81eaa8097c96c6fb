-- In coroutines in coroutines.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
local function nest(n) return coroutine.wrap(function() if n == 0 then return t() end return nest(n - 1) end)() end
nest(50)
