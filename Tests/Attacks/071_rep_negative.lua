-- A negative count.
-- expect: time
for i = 1, 1e9 do ("x"):rep(math.mininteger) end
