-- A __tostring that calls tostring.
-- expect: error|memory
local t = setmetatable({}, {})
getmetatable(t).__tostring = function() return tostring(t) end
tostring(t)
