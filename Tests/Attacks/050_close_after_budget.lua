-- A __close that loops after the time is over.
-- expect: time
local _ <close> = setmetatable({}, { __close = function() while true do end end })
while true do end
