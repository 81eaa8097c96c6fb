-- A tail call takes the name off the metamethod.
-- expect: harmless|memory|error
local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end
local function run(n) local ok = pcall(deep, n) return "x" end
local mt = {}
mt["__con" .. "cat"] = function(a, b) return run(3000) end
local a = setmetatable({}, mt)
for i = 1, 50 do
    local s = "1" .. "2" .. "3" .. "4" .. "5" .. "6" .. "7" .. a .. a .. 1 .. 0/0 .. a
end
