-- Moves at the ends of the integers.
-- expect: time
for i = 1, 1e9 do pcall(table.move, { 1, 2, 3 }, 1, 3, math.maxinteger - 1) pcall(table.move, {}, math.mininteger, math.maxinteger, 1) end
