-- Errors in many __close.
-- expect: error
local function f(n) local _ <close> = setmetatable({}, { __close = function() error("close" .. n) end }) if n > 0 then f(n - 1) end error("body") end
f(150)
