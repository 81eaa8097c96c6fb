-- An error object that loops when it is joined.
-- expect: error
error(setmetatable({}, { __concat = function() while true do end end }))
