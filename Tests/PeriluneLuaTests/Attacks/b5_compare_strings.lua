-- 5.4.4 reads past strings that strcoll takes for equal; the locale stays C.
-- expect: harmless
assert('a\0b' < 'a\0c' and not ('a\0b' < 'a\0b') and 'a' < 'a\0')
