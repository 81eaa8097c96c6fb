-- A width of three digits.
-- expect: error
string.format('%999d', 1)
