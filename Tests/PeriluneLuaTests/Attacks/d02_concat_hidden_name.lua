-- The same with a name that no text shows, so that no room was made: caught, and then gone on.
-- expect: harmless|memory
local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end
local mt = {}
mt["__con" .. "cat"] = function(a, b) pcall(deep, 5000) return "x" end
local a = setmetatable({}, mt)
for i = 1, 50 do
    local s = "1" .. "2" .. "3" .. "4" .. "5" .. "6" .. "7" .. a
    assert(s == "123456x", s)
end
