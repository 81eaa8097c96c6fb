-- A pattern that backtracks: .-.-.-.-.-.-x.
-- expect: time
local s = ("a"):rep(5000)
while true do
  pcall(s.find, s, ".-.-.-.-.-.-x")
  pcall(s.gsub, s, ".-.-.-.-.-.-x", "%0%0")
end
