-- An empty loop.
-- expect: time
while true do end
