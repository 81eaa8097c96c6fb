-- A pattern that backtracks: .*.*.*.*=.*.*.
-- expect: time
local s = ("x"):rep(3000)
while true do
  pcall(s.find, s, ".*.*.*.*=.*.*")
  pcall(s.gsub, s, ".*.*.*.*=.*.*", "%0%0")
end
