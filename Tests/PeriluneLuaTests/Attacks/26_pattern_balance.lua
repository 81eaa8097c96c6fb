-- %b() from each of 100000 open parentheses.
-- expect: error|time
string.rep('(', 100000):find('%b()')
