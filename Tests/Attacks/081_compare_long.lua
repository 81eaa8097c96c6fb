-- Long texts compared.
-- expect: error
local a, b = ("x"):rep(1 << 23), ("x"):rep(1 << 23)
for i = 1, 1e9 do local _ = a .. "1" < b .. "2" end
