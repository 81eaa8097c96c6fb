-- A __close that fills the memory.
-- expect: error|memory
local kept = {}
local _ <close> = setmetatable({}, { __close = function() while true do kept[#kept + 1] = ("x"):rep(1000) .. #kept end end })
error("now")
