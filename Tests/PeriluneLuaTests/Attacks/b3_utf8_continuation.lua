-- 5.4.4 passes over stray continuation bytes in utf8.codes.
-- expect: error
for _, c in utf8.codes('ab\u{E4}\x80') do end
