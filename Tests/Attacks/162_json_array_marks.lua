-- Marked tables, kept.
-- expect: memory
local json = require "json"
local kept = {}
while true do kept[#kept + 1] = json.array({ json.object({}) }) end
