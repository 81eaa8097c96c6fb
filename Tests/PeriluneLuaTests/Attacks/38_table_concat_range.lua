-- concat over the whole integer range.
-- expect: error
table.concat({}, '', 1, math.maxinteger)
