-- A module replaced.
-- expect: time
local json = require "json"
json.encode = function() while true do end end
json.null = {}
while true do pcall(json.encode) end
