-- Loops over what is no number.
-- expect: time
for x = 0/0, 1 do end
for x = 1, 0/0 do end
for i = 1, 1e9 do pcall(function() for x = 1, 2, 0 do end end) end
