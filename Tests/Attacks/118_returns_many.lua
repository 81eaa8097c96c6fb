-- Many results, kept.
-- expect: memory
local function f(n) if n == 0 then return table.unpack({}, 1, 3999) end return f(n - 1) end
local kept = {}
while true do kept[#kept + 1] = { f(10) } end
