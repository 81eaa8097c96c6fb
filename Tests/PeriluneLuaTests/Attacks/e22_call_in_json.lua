-- Before and after values cross to the host.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t
local json = require "json"
for i = 1, 100 do json.encode { i, { a = json.decode "[1]" } } end
t(json.decode [[{"a":[1,2,{"b":null}]}]])
