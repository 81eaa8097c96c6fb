-- A metamethod that concatenates.
-- expect: harmless|memory|error
local mt = {}
mt["__con" .. "cat"] = function(a, b)
    if type(a) == "table" then return a, "x" .. "y" .. b end
    return a .. b[1] .. "z"
end
local a = setmetatable({ setmetatable({ 1 }, mt) }, mt)
for i = 1, 100 do
    local ok, s = pcall(function() return "1" .. "2" .. a .. "3" .. a .. "4" .. "5" .. a end)
    pcall(function() mt["__con" .. "cat"] = function(a, b) return b .. a end return a .. a .. a end)
end
