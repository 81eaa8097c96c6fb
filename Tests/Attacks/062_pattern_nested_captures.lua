-- Thirty-two captures of a long text.
-- expect: time
local s = ("a"):rep(100000)
local p = ("("):rep(32) .. "a*" .. (")"):rep(32)
for i = 1, 1e9 do pcall(s.gsub, s, p, ("%1"):rep(30)) end
