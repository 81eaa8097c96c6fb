-- Greedy dots before a byte that is not there.
-- expect: error
string.rep('a', 100000):match('.*.*.*b')
