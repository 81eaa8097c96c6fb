-- A long __name.
-- expect: error
local t = setmetatable({}, { __name = ("x"):rep(1 << 20) })
local s = {}
for i = 1, 1000 do s[i] = tostring(t) end
error(table.concat(s))
