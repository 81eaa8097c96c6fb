-- Back references over growing captures.
-- expect: error
string.rep('a', 20000):find('(.-)%1b')
