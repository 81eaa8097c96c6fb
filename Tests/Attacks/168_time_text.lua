-- Times out of range.
-- expect: time
local time = require "time"
while true do pcall(time.text, 1e300) pcall(time.text, -1e12) pcall(time.parse, ("2"):rep(1 << 16)) end
