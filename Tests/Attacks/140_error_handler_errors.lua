-- A handler that fails.
-- expect: time
while true do xpcall(error, function() error("again") end) end
