-- pcall around the error of the budget.
-- expect: time
while true do pcall(function() while true do end end) end
