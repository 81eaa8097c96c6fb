-- A metatable that becomes weak after setmetatable looked at it: weak tables are not kept out, only discouraged.
-- expect: harmless|memory|time
local m = {}
local t = setmetatable({}, m)
m.__mode, m.__newindex = 'kv', setmetatable({}, m)
for i = 1, 20000 do
    t[{}] = {}
    t = setmetatable({}, setmetatable({__newindex = t}, m))
end
