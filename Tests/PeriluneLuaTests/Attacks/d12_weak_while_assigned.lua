-- The table behind __newindex is held by nothing but a weak table while it grows, at the limit of memory.
-- expect: harmless|memory|time
local outer, inner = {}, {}
local t = setmetatable({}, setmetatable(inner, outer))
outer.__mode = "kv"
local fill = {}
for i = 1, 400 do fill[i] = ("x"):rep(70000) .. i end
for i = 1, 2000 do
    inner.__newindex = {}
    pcall(function() for j = 1, 300 do t[j] = ("y"):rep(j * 10) .. i end end)
    inner.__newindex = nil
end
