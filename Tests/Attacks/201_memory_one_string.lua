-- Texts beside each other.
-- expect: error
local s = ("x"):rep(1 << 24)
local t = s .. "1" .. s .. "2"
error(#t)
