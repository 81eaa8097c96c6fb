-- The module url with much to do.
-- expect: harmless|time
local found, m = pcall(require, "url")
if not found then return end
local big = {}
for i = 1, 50000 do big["k" .. i] = { i, i } end
while true do pcall(m.query, big) pcall(m.with, "https://a.b/?k1=1", big) pcall(m.parse, "https://a.b/?" .. ("a=1&"):rep(10000)) end
