-- assert with many values.
-- expect: time
while true do pcall(assert, false, table.unpack({}, 1, 3900)) end
