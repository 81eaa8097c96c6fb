-- table.insert at the front of a table that claims to be huge.
-- expect: error
table.insert(setmetatable({}, {__len = function() return 1 << 50 end}), 1, 0)
