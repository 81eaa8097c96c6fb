-- Long texts turned round.
-- expect: error
local s = ("x"):rep(1 << 24)
for i = 1, 1e9 do s:reverse():upper():lower() end
