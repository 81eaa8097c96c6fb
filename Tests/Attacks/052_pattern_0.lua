-- A pattern that backtracks: (.-)%1(.-)%2$.
-- expect: time
local s = ("ab"):rep(2000)
while true do
  pcall(s.find, s, "(.-)%1(.-)%2$")
  pcall(s.gsub, s, "(.-)%1(.-)%2$", "%0%0")
end
