-- A text that doubles with each gsub.
-- expect: time
local s = "a"
while true do s = s:gsub(".", "%0%0") end
