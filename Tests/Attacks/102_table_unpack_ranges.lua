-- Ranges of unpack.
-- expect: time
for i = 1, 1e9 do pcall(table.unpack, {}, math.mininteger, math.maxinteger) pcall(table.unpack, {}, 1, 3999) end
