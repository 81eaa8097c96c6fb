-- A long chain of __call: every link moves the arguments.
-- expect: time|error|memory|harmless
local f = function() end
for i = 1, 60000 do f = setmetatable({}, { __call = f }) end
for i = 1, 100 do pcall(f) end
