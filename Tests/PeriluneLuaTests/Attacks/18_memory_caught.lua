-- The memory error is caught, again and again.
-- expect: memory|time
local keep = {}
while true do
    pcall(function() while true do keep[#keep + 1] = string.rep('x' .. #keep, 1000) end end)
end
