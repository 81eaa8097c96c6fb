-- a?^40 a^40: exponential in a backtracking matcher.
-- expect: error|time
string.rep('a', 39):find(string.rep('a?', 40) .. string.rep('a', 40))
