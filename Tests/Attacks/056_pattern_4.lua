-- A pattern that backtracks: [^%w]*.-[%w]*.-[^%w]*.-$x.
-- expect: time
local s = ("a-"):rep(4000)
while true do
  pcall(s.find, s, "[^%w]*.-[%w]*.-[^%w]*.-$x")
  pcall(s.gsub, s, "[^%w]*.-[%w]*.-[^%w]*.-$x", "%0%0")
end
