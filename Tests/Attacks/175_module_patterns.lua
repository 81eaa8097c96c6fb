-- The module patterns with much to do.
-- expect: harmless|time
local found, m = pcall(require, "patterns")
if not found then return end
local list = {}
for i = 1, 2000 do list[i] = ("s:N"):rep(1) .. i .. "/l:(a,b,c)D" end
while true do pcall(m.conflicts, list) pcall(m.match, ("s:A/"):rep(1000), "a") pcall(m.capture, "?evt=" .. ("{a:s}"):rep(1000), "mstr://?evt=1") end
