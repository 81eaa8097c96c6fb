-- In a function that gsub calls.
-- expect: time
local t = setmetatable({}, {}) getmetatable(t).__call = t;
("abc"):gsub(".", function() t() end)
