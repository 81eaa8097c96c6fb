-- A place that is none.
-- expect: error
error(("a.lua:99999999999999999999: "):rep(100))
