-- __concat that yields, and is resumed on a stack that moved.
-- expect: harmless|memory
local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end
local a = setmetatable({}, { __concat = function(a, b) coroutine.yield() deep(90) return "x" end })
for i = 1, 100 do
    local co = coroutine.create(function()
        return "1" .. "2" .. "3" .. "4" .. "5" .. a .. "6" .. "7" .. a
    end)
    local ok, s
    repeat ok, s = coroutine.resume(co) deep(200) until not ok or coroutine.status(co) == "dead"
    assert(s == "12345x", s)
end
