-- Tables as errors, kept.
-- expect: memory|time
local kept = {}
while true do local ok, e = pcall(error, { message = ("x"):rep(1000) .. #kept }) kept[#kept + 1] = e end
