-- Thousands of specifications.
-- expect: time
local f = ("%d"):rep(30000)
local function many(n) return n == 0 and 1 or many(n - 1) end
for i = 1, 1e9 do pcall(string.format, f, table.unpack({}, 1, 3999)) end
