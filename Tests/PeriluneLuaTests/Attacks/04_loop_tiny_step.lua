-- A float loop whose step is too small to move it.
-- expect: time
for x = 0, 1, 1e-300 do end
