-- Lengths beyond the end.
-- expect: time
for i = 1, 1e9 do pcall(string.unpack, "s8", ("\xff"):rep(16), i % 17 - 8) end
