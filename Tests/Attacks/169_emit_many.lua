-- Values without end.
-- expect: harmless|time
if commander then while true do commander:emit({ ("x"):rep(100) }) end end
