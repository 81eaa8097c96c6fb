-- A pattern that backtracks: a*a*a*a*a*a*a*a*b.
-- expect: time
local s = ("a"):rep(300)
while true do
  pcall(s.find, s, "a*a*a*a*a*a*a*a*b")
  pcall(s.gsub, s, "a*a*a*a*a*a*a*a*b", "%0%0")
end
