-- An environment that looks for itself.
-- expect: memory
local _ENV = setmetatable({}, { __index = function(t, k) return t[k .. k] end })
local _ = x
