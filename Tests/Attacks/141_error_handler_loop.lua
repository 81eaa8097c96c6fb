-- A handler that loops.
-- expect: time
xpcall(error, function() while true do end end)
