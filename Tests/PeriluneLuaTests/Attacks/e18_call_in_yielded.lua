-- In a coroutine that was resumed after a yield, with others waiting.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
local waiting = {}
for i = 1, 100 do waiting[i] = coroutine.wrap(function() coroutine.yield() t() end) waiting[i]() end
for i = 1, 100 do waiting[i]() end
