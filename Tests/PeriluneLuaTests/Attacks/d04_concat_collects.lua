-- A large stack that the collector makes smaller while __concat runs.
-- expect: harmless|memory|time
-- Under Address Sanitizer the garbage takes longer than the time limit.
local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end
local a = setmetatable({}, { __concat = function(a, b)
    local t = {}
    for i = 1, 60000 do t[i % 5000] = { i } end
    return "x"
end })
for i = 1, 5 do
    deep(20000)
    local s = "1" .. "2" .. "3" .. "4" .. "5" .. "6" .. "7" .. a
    assert(s == "123456x", s)
end
