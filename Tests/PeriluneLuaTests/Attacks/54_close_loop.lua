-- A __close that loops after the budget ran out.
-- expect: time
local x <close> = setmetatable({}, {__close = function() while true do end end})
while true do end
