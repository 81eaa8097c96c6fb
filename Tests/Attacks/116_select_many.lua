-- Many arguments.
-- expect: time
local function f(...) return select("#", ...) end
local n = 0
while true do n = n + f(table.unpack({}, 1, 3999)) end
