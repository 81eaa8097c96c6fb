-- Errors of memory, caught.
-- expect: time
while true do pcall(function() local t = {} while true do t[#t + 1] = ("x"):rep(100000) .. #t end end) end
