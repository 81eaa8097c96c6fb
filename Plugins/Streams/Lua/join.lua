-- Events of two or more sides that have the ordering key in common, within a time of each other.
local json = require "json"

local Join = {}
Join.__index = Join

function module.within(length, more)
  local length = duration(length, "the time within which events are joined")
  local more = options(more, "join.within", { name = true, lateness = true, most = true })
  local lateness = more.lateness and duration(more.lateness, "lateness") or 0
  local most = more.most or 1000
  if math.type(most) ~= "integer" or most < 1 then host.fail("most must be an integer of at least 1") end
  return setmetatable({ length = length, lateness = lateness, most = most, name = reserve(more.name, "join") }, Join)
end

function Join:add(side, value)
  check(self, Join, "join:add(side, value)")
  if type(side) ~= "string" then host.fail("add: the side must be a string, got " .. type(side)) end
  if value == nil then host.fail("add: there is no value to join") end
  local at, own = now(), kept(self.name)
  local open = own.open or {}
  own.open = open
  local due = at + self.length + self.lateness
  local is_late = due < watermark(own)
  -- Each event is compared with all of them.
  if not is_late and #open >= self.most then
    host.fail(("add: %d values are kept for this ordering key, the most that the join keeps; use a key that fewer events "
      .. "have in common or a shorter duration, or raise the option most"):format(self.most))
  end
  local matches, is_matched = {}, false
  for _, other in ipairs(open) do
    if other.side ~= side and math.abs(at - other.at) <= self.length then
      matches[#matches + 1] = other.value
      other.matched, is_matched = true, true
    end
  end
  if is_late then
    tidy(own, self.name, open)
    return matches, not is_matched
  end
  open[#open + 1] = { side = side, at = at, value = type(value) == "userdata" and json.copy(value) or value, matched = is_matched }
  -- A value is kept as long as a match can still come.
  timer.at((due + 1) / 1e6, self.name .. "/" .. (due + 1))
  return matches, false
end

function Join:unmatched(event)
  check(self, Join, "join:unmatched(event)")
  local due = number(event, self.name)
  local found, left = {}, {}
  if not due then return each {} end
  local own = kept(self.name)
  for _, value in ipairs(own.open or {}) do
    if value.at + self.length + self.lateness < due then
      if not value.matched then found[#found + 1] = { side = value.side, value = value.value } end
    else
      left[#left + 1] = value
    end
  end
  own.open = left
  close(own)
  tidy(own, self.name, left)
  return each(found)
end
