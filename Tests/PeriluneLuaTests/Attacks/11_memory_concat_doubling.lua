-- A string that doubles by concatenation.
-- expect: memory|time
local s = 'x'
while true do s = s .. s end
