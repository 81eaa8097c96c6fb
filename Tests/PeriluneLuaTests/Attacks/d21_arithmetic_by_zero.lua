-- 5.4.4 does not note where the stack ends before it divides by zero.
-- expect: harmless
local closed = 0
local mt = { __close = function() closed = closed + 1 end }
for i = 1, 1000 do
    pcall(function(a, b, ...)
        local x <close> = setmetatable({}, mt)
        local one, two, three = { i }, { i }, { i }
        local y <close> = setmetatable({}, mt)
        return one, two, three, a // b, a % b, ...
    end, 1, 0, {}, {}, {})
end
assert(closed == 2000)
