-- The module link with much to do.
-- expect: error|harmless
local found, m = pcall(require, "link")
if not found then return end
local long = "mstr://?evt=1&" .. ("a=%41&"):rep(10000)
while true do pcall(m.parse, long) pcall(m.redact, ("password=x "):rep(100000)) pcall(m.editLinks, "<ud>" .. ("<a>"):rep(100000)) end
