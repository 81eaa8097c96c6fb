-- sort of a table that claims to be huge, with a comparator in C.
-- expect: error
table.sort(setmetatable({}, {__len = function() return 1 << 30 end}), rawequal)
