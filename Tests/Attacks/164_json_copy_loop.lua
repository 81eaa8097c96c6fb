-- Copies of copies.
-- expect: time
local json = require "json"
local t = { { { { {} } } } }
while true do t = { json.copy(t), json.copy(t) } end
