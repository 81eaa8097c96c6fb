-- unpack of a range that overflows its count.
-- expect: error
table.unpack({}, math.mininteger, math.maxinteger)
