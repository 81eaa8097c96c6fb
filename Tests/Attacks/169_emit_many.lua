-- Values without end.
-- expect: time
if commander then while true do commander:emit({ ("x"):rep(100) }) end end
