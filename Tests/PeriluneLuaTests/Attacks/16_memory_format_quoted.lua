-- format %q makes each zero byte four bytes.
-- expect: error|memory
local s = string.rep('\0', 1 << 20)
while true do s = string.format('%q', s) end
