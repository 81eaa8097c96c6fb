-- 5.4.4 may name a wrong line in an arithmetic error: a message, never a crash.
-- expect: error
local a = {}
local b = 1
    + a
    + 2
