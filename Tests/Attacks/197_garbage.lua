-- Garbage without end.
-- expect: time
while true do local t = {} for i = 1, 1000 do t[i] = { {}, {} } end end
