-- The collector runs in a coroutine that the metamethod resumed; the stack of the one that waits must stay too.
-- expect: harmless|memory
local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end
local mt = {}
mt["__con" .. "cat"] = function(a, b)
    return coroutine.wrap(function()
        local t = {}
        for i = 1, 60000 do t[i % 5000] = { i } end
        return "x"
    end)()
end
local a = setmetatable({}, mt)
for i = 1, 5 do
    deep(20000)
    local s = "1" .. "2" .. "3" .. "4" .. "5" .. "6" .. "7" .. a
    assert(s == "123456x", s)
end
