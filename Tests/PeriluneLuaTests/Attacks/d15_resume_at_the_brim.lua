-- No memory is left for the words with which a resume fails; nothing catches that error in 5.4.4.
-- expect: harmless|memory|time
local dead = coroutine.create(function() end)
coroutine.resume(dead)
local resume, rep, pcall, kept, n = coroutine.resume, string.rep, pcall, {}, 0
local function fill(size) kept[n + 1] = rep("x", size) n = n + 1 end
for i = 1, 20000 do kept[i] = false end
n = 0
local size = 1 << 19
while size >= 41 do if not pcall(fill, size) then size = size // 2 end end
for i = 1, 100 do pcall(resume, dead) end
