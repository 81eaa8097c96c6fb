-- __mode and __gc in a table that is a metatable already.
-- expect: harmless
local meta = {}
local t = setmetatable({}, meta)
meta.__mode, meta.__gc = "v", function() while true do end end
t.x = {}
t = setmetatable(t, nil)
local other = { x = {} }
meta.__gc, meta.__mode = nil, nil
setmetatable(other, meta)
meta.__mode, meta.__gc = "kv", error
for i = 1, 100000 do local garbage = { i } end
assert(other.x and t.x)
