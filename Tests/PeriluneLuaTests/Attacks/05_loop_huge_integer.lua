-- An integer loop over the whole range.
-- expect: time
for i = math.mininteger, math.maxinteger do end
