-- An error in a function that has used up its stack slots: naming the function needs more.
-- expect: harmless
local names = {}
for i = 1, 200 do names[i] = i end
pcall(string.rep, table.unpack(names))
pcall(string.char, table.unpack(names, 1, 19))
string.rep(table.unpack(names))
