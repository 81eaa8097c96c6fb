-- A chain of __index that leads back to itself.
-- expect: error
local t = {}
setmetatable(t, {__index = t})
local x = t.missing
