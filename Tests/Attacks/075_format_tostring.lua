-- Long texts of __tostring.
-- expect: error
local t = setmetatable({}, { __tostring = function() return ("x"):rep(1 << 22) end })
local kept = {}
while true do kept[#kept + 1] = ("%s%s%s%s"):format(t, t, t, t) end
