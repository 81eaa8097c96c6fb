-- concat over elements that a C function makes up.
-- expect: error
table.concat(setmetatable({}, {__index = rawlen, __len = function() return 1 << 40 end}))
