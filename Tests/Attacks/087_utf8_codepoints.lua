-- A million code points as results.
-- expect: error
for i = 1, 1e9 do pcall(utf8.codepoint, ("é"):rep(1 << 20), 1, -1) end
