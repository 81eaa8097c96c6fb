-- Shared parts, written each time.
-- expect: time
local json = require "json"
local t = { ("x"):rep(1000) }
for i = 1, 14 do t = { t, t, t } end
while true do pcall(json.encode, t) end
