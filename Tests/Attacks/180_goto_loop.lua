-- goto without end.
-- expect: time
local i = 0
::again:: i = i + 1 goto again
