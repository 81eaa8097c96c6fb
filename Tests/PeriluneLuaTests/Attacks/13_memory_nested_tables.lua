-- Tables nested without end.
-- expect: memory|time
local t = {}
while true do t = {t} end
