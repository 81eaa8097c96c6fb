-- string.unpack with a format of a million items.
-- expect: error
local format = string.rep('b', 1000000)
while true do string.unpack(format, format) end
