-- A repeat loop whose condition never holds.
-- expect: time
repeat local x = 1 until false
