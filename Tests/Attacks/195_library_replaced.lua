-- Library functions replaced.
-- expect: harmless
string.find = nil table.sort = error
local mt = getmetatable("")
pairs = function() while true do end end
require "json".encode({ b = 1, a = 2 })
require = nil
