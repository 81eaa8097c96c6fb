-- Errors in coroutines.
-- expect: time
while true do pcall(coroutine.wrap(function() error(setmetatable({}, { __tostring = error })) end)) end
