-- An all-weak table gets a metatable while the collector works.
-- expect: harmless|memory|time
local tables = {}
for i = 1, 3000 do
    local meta = {}
    local t = setmetatable({}, meta)
    meta.__mode = "kv"
    tables[i % 50 + 1] = t
    t[{}] = {}
    for j = 1, 50 do
        if tables[j] then setmetatable(tables[j], { __index = { i } }) end
    end
    assert(tables[i % 50 + 1][1] == i)
end
