-- Quoting grows the text each time.
-- expect: error
local s = ("\0"):rep(1 << 20)
while true do s = ("%q"):format(s) end
