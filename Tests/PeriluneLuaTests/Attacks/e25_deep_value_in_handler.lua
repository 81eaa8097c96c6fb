-- The handler of an error about a value that is nested too deeply makes the same error, on top of the C stack.
-- expect: harmless|error
local json = require "json"
local deep = {}
for _ = 1, 60 do deep = { a = { deep } } end
local function encode() json.encode(deep) end
xpcall(encode, encode)
local function nested() xpcall(encode, nested) end
pcall(nested)
xpcall(string.rep, function() return ("x"):rep(100):gsub(".", encode) end)
