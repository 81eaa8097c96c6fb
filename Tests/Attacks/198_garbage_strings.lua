-- Long texts as garbage.
-- expect: time
local s = ("x"):rep(1 << 20)
while true do local _ = s .. math.random() end
