-- Long messages to the log.
-- expect: time
local log = require "log"
while true do log.warn(("x"):rep(1 << 20)) end
