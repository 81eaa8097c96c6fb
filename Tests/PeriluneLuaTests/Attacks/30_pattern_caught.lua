-- The matcher's error is caught and the search repeated.
-- expect: time
local s = string.rep('a', 3000)
while true do pcall(string.find, s, '.-.-.-.-b') end
