-- Divisions at the edge.
-- expect: time
for i = 1, 1e9 do pcall(function() return math.mininteger // -1, math.mininteger % -1, 1 // 0 end) end
