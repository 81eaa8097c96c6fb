-- Coroutines that are left with open variables.
-- expect: time
local n = 0
while true do
  local co = coroutine.wrap(function() local _ <close> = setmetatable({}, { __close = function() while true do end end }) coroutine.yield() end)
  co()
end
