-- The text of a host's error is joined in C; a script may put a value there that is not text.
-- expect: harmless|error|memory
local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end
local json = require "json"
local ok, e = pcall(json.decode, "{")
local mt = {}
mt["__con" .. "cat"] = function(a, b) deep(3000) return "x" end
if type(e) == "table" then
    e.message = setmetatable({}, mt)
    e.place = "here"
    tostring(e)
end
