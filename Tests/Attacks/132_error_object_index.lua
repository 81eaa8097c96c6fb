-- An error object that loops when it is read.
-- expect: error
error(setmetatable({}, { __index = function() while true do end end, __tostring = function() while true do end end, __name = 5 }))
