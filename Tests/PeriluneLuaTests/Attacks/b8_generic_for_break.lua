-- 5.4.4 may not close the variable of a generic for at a break.
-- expect: harmless
local closed = 0
for i = 1, 3 do
    for _ in function() return 1 end, nil, nil, setmetatable({}, {__close = function() closed = closed + 1 end}) do
        break
    end
end
assert(closed == 3, closed)
