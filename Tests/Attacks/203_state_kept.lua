-- The state where it may not be used.
-- expect: time
local found, state = pcall(require, "state")
while true do pcall(function() state.x = state.x end) end
