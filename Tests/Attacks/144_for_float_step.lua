-- A step that is nearly nothing.
-- expect: time
for x = 0, 1, 1e-320 do end
