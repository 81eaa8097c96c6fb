-- The C stack overflows while an error is handled; Debian has the correction.
-- expect: error|memory|time|harmless
local function handle(m) return string.gsub("x", "x", function() error(m .. m) end) end
local function nest(n) return (string.gsub("x", "x", function() return nest(n + 1) end)) end
for i = 1, 20 do xpcall(nest, handle, 1) xpcall(nest, nest, 1) end
local t = setmetatable({}, { __index = function(t, k) return t[k] .. nest(1) end })
xpcall(function() return t.x end, function(m) return t.y end)
