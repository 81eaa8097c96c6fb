-- Deep stacks, kept.
-- expect: memory
local function deep(n) if n == 0 then coroutine.yield() end return deep(n - 1) + 1 end
local kept = {}
while true do local co = coroutine.create(deep) coroutine.resume(co, 1e4) kept[#kept + 1] = co end
