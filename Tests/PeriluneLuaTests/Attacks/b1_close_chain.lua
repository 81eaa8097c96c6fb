-- 5.4.4 overflows the C stack in a chain of coroutine.close.
-- expect: absent
local co
for i = 1, 100 do
    local inner = co
    co = coroutine.create(function()
        local x <close> = setmetatable({}, {__close = function() coroutine.close(inner) end})
        coroutine.yield()
    end)
    coroutine.resume(co)
end
coroutine.close(co)
