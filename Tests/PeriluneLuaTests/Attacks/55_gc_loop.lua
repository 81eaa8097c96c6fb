-- A finalizer that loops.
-- expect: error
setmetatable({}, {__gc = function() while true do end end})
while true do local t = {} end
