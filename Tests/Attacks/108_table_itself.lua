-- A table that contains itself.
-- expect: error
local t = {}
t.t = t
require "json".encode(t)
