-- Closures made by goto.
-- expect: memory
local kept = {}
::again:: local x = {} kept[#kept + 1] = function() return x end if #kept < 1e9 then goto again end
