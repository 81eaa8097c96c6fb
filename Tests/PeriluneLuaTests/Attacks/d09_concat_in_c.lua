-- The metamethod is a function in C that asks for a larger stack itself.
-- expect: harmless|memory|error
local long = {}
for i = 1, 3000 do long[i] = i end
local mt = {}
mt["__con" .. "cat"] = table.unpack
setmetatable(long, mt)
local function use(...) return select("#", ...) end
for i = 1, 50 do
    pcall(function() return use("1" .. "2" .. "3" .. "4" .. "5" .. "6" .. (long .. 1)) end)
    coroutine.wrap(function() return pcall(function() return long .. 1 .. long end) end)()
end
