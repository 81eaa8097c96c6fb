-- A chain of a hundred thousand __call.
-- expect: time
local t = print or error
for i = 1, 1e5 do t = setmetatable({}, { __call = t }) end
for i = 1, 1e9 do pcall(t) end
