-- A million results.
-- expect: time
for i = 1, 1e9 do pcall(string.byte, ("x"):rep(1 << 20), 1, -1) end
