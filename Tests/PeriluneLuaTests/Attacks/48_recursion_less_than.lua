-- A __lt that compares.
-- expect: error|memory
local m = {}
local a, b = setmetatable({}, m), setmetatable({}, m)
m.__lt = function(x, y) return x < y end
local r = a < b
