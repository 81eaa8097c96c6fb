-- A chain of operands whose __concat needs a larger stack: Debian's 5.4.4 went on with the old one.
-- expect: harmless
local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end
local a = setmetatable({}, { __concat = function(a, b) deep(90) return "x" end })
local s = "1" .. "2" .. "3" .. "4" .. "5" .. "6" .. "7" .. a
assert(s == "123456x", s)
