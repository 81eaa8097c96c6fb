-- A pattern that backtracks: ((((((((((.*)*)*)*)*)*)*)*)*)*).
-- expect: time
local s = ("a"):rep(100)
while true do
  pcall(s.find, s, "((((((((((.*)*)*)*)*)*)*)*)*)*)")
  pcall(s.gsub, s, "((((((((((.*)*)*)*)*)*)*)*)*)*)", "%0%0")
end
