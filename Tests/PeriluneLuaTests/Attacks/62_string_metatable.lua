-- The metatable that all strings share.
-- expect: error
assert(getmetatable('') == false)
setmetatable('', {})
