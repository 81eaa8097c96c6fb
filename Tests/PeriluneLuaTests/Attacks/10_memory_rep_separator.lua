-- string.rep whose separator makes the size overflow.
-- expect: error
string.rep('x', 1 << 32, string.rep('y', 1 << 16))
string.rep('', 1 << 62, 'xxxx')
