-- A set of 200000 characters, tested at each byte.
-- expect: error|time|harmless
local set = '[' .. string.rep('b', 200000) .. ']'
string.rep('a', 200000):find(set)
