-- Numbers of a million digits.
-- expect: time
local json = require "json"
while true do pcall(json.decode, ("9"):rep(1 << 20)) pcall(json.decode, "1e" .. ("9"):rep(1 << 20)) end
