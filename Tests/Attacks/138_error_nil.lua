-- nil as an error.
-- expect: error
error(nil)
