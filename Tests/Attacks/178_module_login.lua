-- The module login with much to do.
-- expect: harmless|time
local found, m = pcall(require, "login")
if not found then return end
local big = {}
for i = 1, 50000 do big["k" .. i] = i end
while true do for _, f in pairs(m) do if type(f) == "function" then pcall(f, big, big) pcall(f, ("x"):rep(100000)) end end end
