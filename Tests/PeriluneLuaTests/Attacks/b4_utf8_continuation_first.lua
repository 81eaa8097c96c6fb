-- The same at the beginning of a string.
-- expect: error
for _, c in utf8.codes('\xBFab') do end
