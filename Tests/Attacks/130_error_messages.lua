-- Long messages.
-- expect: time
while true do pcall(error, ("x"):rep(1 << 20) .. math.random()) end
