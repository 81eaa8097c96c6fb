-- Eight lazy dots before a byte that is not there.
-- expect: error|time
local s = string.rep('a', 3000)
s:find('.-.-.-.-.-.-.-.-b')
