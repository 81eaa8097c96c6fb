-- rep that doubles.
-- expect: error
local s = "x"
while true do s = s:rep(2) end
