-- 5.4.4 overwrites the error when a coroutine is closed with a handler set.
-- expect: harmless
local ok, message = xpcall(function()
    local f = coroutine.wrap(function()
        local x <close> = setmetatable({}, {__close = function(_, e) error(e, 0) end})
        error('first', 0)
    end)
    f()
end, function(m) return 'handled ' .. tostring(m) end)
assert(not ok and message:find('first'), message)
