-- gsub that scans to the end from each byte.
-- expect: error|time
string.rep('a', 200000):gsub('.-b', 'c')
