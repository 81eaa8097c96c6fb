-- A pattern that backtracks: (%w+)%s*=%s*(%w+)%s*;x.
-- expect: time
local s = ("a=b;"):rep(10000)
while true do
  pcall(s.find, s, "(%w+)%s*=%s*(%w+)%s*;x")
  pcall(s.gsub, s, "(%w+)%s*=%s*(%w+)%s*;x", "%0%0")
end
