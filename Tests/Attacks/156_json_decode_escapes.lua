-- A million escapes.
-- expect: error
local json = require "json"
local s = "\"" .. ("\\u00e9"):rep(1 << 20) .. "\""
while true do json.decode(s) end
