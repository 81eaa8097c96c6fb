-- xpcall whose handler loops.
-- expect: time
xpcall(function() while true do end end, function() while true do end end)
while true do end
