-- gsub whose replacement grows the string a hundredfold each time.
-- expect: error|memory|time
local s = string.rep('x', 1000)
while true do s = s:gsub('x', string.rep('x', 100)) end
