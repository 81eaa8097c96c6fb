-- Long formats of dates.
-- expect: time
local f = ("%c"):rep(128)
while true do os.date(f, 1e9) end
