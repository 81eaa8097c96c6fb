-- Greedy dots before a byte that is not there.
-- expect: error|time
string.rep('a', 100000):match('.*.*.*b')
