-- Every function of math.
-- expect: time
while true do for _, f in pairs(math) do pcall(f, 1e308, -1e308) pcall(f, math.mininteger) end end
