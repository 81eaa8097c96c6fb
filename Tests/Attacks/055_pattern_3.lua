-- A pattern that backtracks: %f[%w].-%f[%W].-x.
-- expect: time
local s = ("word "):rep(5000)
while true do
  pcall(s.find, s, "%f[%w].-%f[%W].-x")
  pcall(s.gsub, s, "%f[%w].-%f[%W].-x", "%0%0")
end
