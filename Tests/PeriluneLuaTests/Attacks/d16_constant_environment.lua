-- 5.4.4 as released wrote beyond its buffer here; Debian has the correction.
-- expect: error
local function run() local _ENV <const> = 11; X = "hi" end
run()
