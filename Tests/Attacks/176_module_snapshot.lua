-- The module snapshot with much to do.
-- expect: harmless|time
local found, m = pcall(require, "snapshot")
if not found then return end
local big = {}
for i = 1, 50000 do big["k" .. i] = i end
while true do pcall(m.capture, "x", big) pcall(m.capture, "x", { annotate = big }) pcall(m.share, big, big) pcall(m.base64, big) end
