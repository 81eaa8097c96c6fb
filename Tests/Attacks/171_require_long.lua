-- A name of a megabyte.
-- expect: time
while true do pcall(require, ("x"):rep(1 << 20)) end
