-- Dates out of range.
-- expect: time
for i = 1, 1e9 do pcall(os.date, "%Y", math.maxinteger - i) pcall(os.time, { year = 2^31 - i, month = i, day = i }) end
