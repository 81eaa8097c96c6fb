-- Alignment and huge fields.
-- expect: time
for i = 1, 1e9 do pcall(string.pack, "!16 Xi16 Xi16 Xi16 i16 c1000000000", 1, "x") end
