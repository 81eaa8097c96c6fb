-- Two operands: only a collection right after the concatenation saw the wrong end of the stack.
-- expect: harmless|memory
local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end
local mt = {}
mt["__con" .. "cat"] = function(a, b) deep(60) return "x" end
local a, kept = setmetatable({}, mt), {}
for i = 1, 2000 do
    coroutine.wrap(function()
        local one, two, three = { i }, { i }, { i }
        local ok, s = pcall(function() return "q" .. a end)
        kept[i % 100] = { s, one, two, three, ("x"):rep(100) .. i }
    end)()
end
