-- Calls that wait, one after the other, each caught when it fails.
-- expect: harmless|time
local found, m = pcall(require, "crm")
if not found then return end
while true do pcall(m.create, "contact", {}) end
