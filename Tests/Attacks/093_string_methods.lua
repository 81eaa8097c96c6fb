-- Every function of string with long texts.
-- expect: time
local kept = {}
local s = ("x"):rep(1000)
while true do for name, f in pairs(string) do local ok, r = pcall(f, s, s, s) kept[#kept + 1] = r end end
