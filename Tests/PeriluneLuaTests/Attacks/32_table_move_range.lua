-- table.move over the whole integer range.
-- expect: error
table.move({}, 1, math.maxinteger - 1, 2)
