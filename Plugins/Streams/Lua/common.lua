-- Functions that all modules share; this source is put before the source of each. `module` is the module's table, `host`
-- has the functions fail, reserve and take_timer, and notice, count and found for what is reported after a run.
local module, host = ...

--- Checks options: a table with some of these names, or nil.
local function options(given, what, names)
  if given == nil then return {} end
  if type(given) ~= "table" then host.fail(what .. ": the options must be a table, got " .. type(given)) end
  for name in pairs(given) do
    if not names[name] then host.fail(what .. " has no option '" .. tostring(name) .. "'") end
  end
  return given
end

--- Fails unless a method was called with a colon on an object of the module.
local function check(self, class, call)
  if getmetatable(self) ~= class then host.fail("write " .. call .. ", with a colon") end
end
