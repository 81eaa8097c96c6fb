-- A length that overflows.
-- expect: error
error((("x"):rep(100)):rep(math.maxinteger, "yy"))
