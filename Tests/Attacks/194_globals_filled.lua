-- Globals without end.
-- expect: time
for i = 1, 1e9 do _G["g" .. i] = {} end
