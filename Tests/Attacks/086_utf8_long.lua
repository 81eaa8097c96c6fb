-- Long texts of characters.
-- expect: time
local s = ("\u{10FFFF}"):rep(1 << 18)
for i = 1, 1e9 do for _ in utf8.codes(s) do end utf8.len(s) utf8.offset(s, -1) end
