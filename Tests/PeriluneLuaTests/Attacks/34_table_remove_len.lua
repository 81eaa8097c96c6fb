-- table.remove from a table that claims to be huge.
-- expect: error
table.remove(setmetatable({}, {__len = function() return 1 << 50 end}), 1)
