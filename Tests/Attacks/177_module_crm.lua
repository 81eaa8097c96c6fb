-- The module crm with much to do.
-- expect: harmless|time
local found, m = pcall(require, "crm")
if not found then return end
local big = {}
for i = 1, 50000 do big["k" .. i] = i end
while true do pcall(m.create, "contact", big) pcall(m.execute, { "WhoAmI", a = big }) pcall(m.update, "contact", big, big) end
