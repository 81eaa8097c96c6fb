-- The metamethod is a table that is called through another one; an operand is not equal to itself.
-- expect: harmless|memory|error
local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end
local called = setmetatable({}, { __call = function(...) pcall(deep, 3000) return 0/0 end })
for i = 1, 30 do called = setmetatable({}, { __call = called }) end
local mt = {}
mt["__con" .. "cat"] = called
local a = setmetatable({}, mt)
for i = 1, 50 do
    local s = 0/0 .. a .. 0/0 .. a .. a .. 0/0 .. a .. 0/0 .. a
end
