-- A handler that loops after an ordinary error.
-- expect: time
xpcall(error, function() while true do end end)
