-- Metatables that become weak after setmetatable looked at them.
-- expect: harmless|memory|time
for i = 1, 5000 do
    local outer, inner = {}, {__newindex = {}}
    local t = setmetatable({}, setmetatable(inner, outer))
    outer.__mode = 'kv'
    for j = 1, 10 do t[{}] = string.rep('x', i % 100) end
end
