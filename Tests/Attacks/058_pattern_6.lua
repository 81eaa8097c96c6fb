-- A pattern that backtracks: %b()%b()%b()x.
-- expect: time
local s = ("("):rep(20000)
while true do
  pcall(s.find, s, "%b()%b()%b()x")
  pcall(s.gsub, s, "%b()%b()%b()x", "%0%0")
end
