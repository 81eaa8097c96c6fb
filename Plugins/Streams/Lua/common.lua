-- Functions that all modules share; this source is put before the source of each. `module` is the module's table. `host`
-- has the functions fail, reserve_state and mark_timer_handled, and for reports after a run add_notice, count_notice
-- and mark_found.
local module, host = ...

--- Checks options: a table with some of these names, or nil.
local function check_options(options, what, names)
  if options == nil then return {} end
  if type(options) ~= "table" then host.fail(what .. ": the options must be a table, got " .. type(options)) end
  for name in pairs(options) do
    if not names[name] then host.fail(what .. " has no option '" .. tostring(name) .. "'") end
  end
  return options
end

--- Fails unless a method was called with a colon on an object of the module.
local function check_self(self, class, call)
  if getmetatable(self) ~= class then host.fail("write " .. call .. ", with a colon") end
end
