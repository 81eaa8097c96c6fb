-- Ranges of random.
-- expect: time
for i = 1, 1e9 do math.random(math.mininteger, math.maxinteger) pcall(math.random, 2, 1) end
