-- A message of two megabytes.
-- expect: error
error(("é"):rep(1 << 20))
