-- ipairs over a table without an end.
-- expect: time
for _ in ipairs(setmetatable({}, { __index = function(_, i) return i end })) do end
