-- Keeps the event as the target of metamethods.
-- expect: harmless|error|script.kept
local first = kept_proxy and kept_proxy.data
kept_proxy = setmetatable({}, { __index = event, __newindex = event, __call = commander, __close = event })
for _ = 1, 3 do pcall(function() kept_proxy.x = 1 end) pcall(kept_proxy) end
