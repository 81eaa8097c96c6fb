-- Names of modules that are not there.
-- expect: time
while true do pcall(require, ("a."):rep(1000) .. math.random()) end
