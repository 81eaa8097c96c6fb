-- Lines without end.
-- expect: time
local log = require "log"
while true do log.info("x", { a = 1 }) end
