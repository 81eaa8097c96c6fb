-- An empty text, repeated 2^60 times.
-- expect: time
while true do (""):rep(1 << 60) end
