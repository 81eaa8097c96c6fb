-- The same chain through wrap, which in stock Lua closes what failed.
-- expect: harmless|error|time
local f = error
for i = 1, 10000 do
    local inner = f
    f = coroutine.wrap(function()
        local x <close> = setmetatable({}, {__close = function() pcall(inner) end})
        error('x')
    end)
end
pcall(f)
