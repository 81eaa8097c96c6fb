-- Values seen before. They are members of a table of state that expire by the time of the events.
local Seen = {}
Seen.__index = Seen

function module.within(length, options)
  local length = duration(length, "the time within which values are seen again")
  local options = check_options(options, "dedupe.within", { name = true })
  return setmetatable({ name = reserve_name(options.name, "dedupe", length // 1000) }, Seen)
end

function Seen:seen(value)
  check_self(self, Seen, "dedupe:seen(value)")
  if type(value) ~= "string" and math.type(value) ~= "integer" then
    host.fail("seen: the value must be a string or an integer, got " .. (math.type(value) or type(value)))
  end
  -- Integers would be elements of a list, whose length is kept.
  local values, key = own_state(self.name), tostring(value)
  if values[key] then return true end
  values[key] = true
  return false
end
