-- Gives event and commander to all functions that take a value.
-- expect: harmless|error|script.kept
if not event then return end
local json = require "json"
for _, value in ipairs { event, event.data, commander, json.null, commander:default() } do
  for _, library in ipairs { string, table, math, utf8, coroutine, json } do
    for name, call in pairs(library) do
      if type(call) == "function" and name ~= "yield" then
        pcall(call, value) pcall(call, value, value) pcall(call, {}, value)
      end
    end
  end
  pcall(setmetatable, {}, value) pcall(setmetatable, value, {}) pcall(rawset, value, 1, 2) pcall(error, value)
  pcall(function() return value + 1 end) pcall(function() return value .. value end) pcall(function() value() end)
end
