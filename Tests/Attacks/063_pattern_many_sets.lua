-- Sets of thousands of ranges.
-- expect: time
local p = ("[" .. ("a-z"):rep(1000) .. "]*"):rep(50)
local s = ("a"):rep(10000)
for i = 1, 1e9 do pcall(s.find, s, p .. "$x") end
