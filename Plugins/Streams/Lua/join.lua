-- Events of two or more sides that have the ordering key in common, within a time of each other. The values of each
-- side are kept in lists by the time at which they are due, the earliest first: an event reads those of the other
-- sides only, and a timer those that are due.
local json = require "json"

local Join = {}
Join.__index = Join

function module.within(length, more)
  local length = duration(length, "the time within which events are joined")
  local more = options(more, "join.within", { name = true, lateness = true, most = true })
  local lateness = more.lateness and duration(more.lateness, "lateness") or 0
  local most = more.most or 1000
  if math.type(most) ~= "integer" or most < 1 then host.fail("most must be an integer of at least 1") end
  local name = reserve(more.name, "join", "unmatched")
  return setmetatable({
    length = length, lateness = lateness, most = most, name = name, late = host.notice("late", name),
  }, Join)
end

--- The values of other sides within the time, in the order in which they came.
local function matches(self, sides, side, at)
  local found, values = {}, {}
  for other, lists in pairs(sides) do
    if other ~= side then
      for _, list in pairs(lists) do
        for _, kept in ipairs(list) do
          if math.abs(at - kept.at) <= self.length then found[#found + 1] = kept end
        end
      end
    end
  end
  table.sort(found, function(a, b) return a.number < b.number end)
  for i, kept in ipairs(found) do
    kept.matched = true
    values[i] = kept.value
  end
  return values
end

function Join:add(side, value)
  check(self, Join, "join:add(side, value)")
  if type(side) ~= "string" then host.fail("add: the side must be a string, got " .. type(side)) end
  if value == nil then host.fail("add: there is no value to join") end
  local at, own = now(), kept(self.name)
  -- A value is kept as long as a match can still come.
  local due = at + self.length + self.lateness + 1
  local is_late = due <= watermark(own)
  if not is_late and (own.count or 0) >= self.most then
    host.fail(("add: %d values are kept for this ordering key, the most that the join keeps; use a key that fewer events "
      .. "have in common or a shorter duration, or raise the option most"):format(self.most))
  end
  local sides = own.sides or {}
  local values = matches(self, sides, side, at)
  if is_late then
    tidy(own, self.name, sides)
    if #values == 0 then host.count(self.late) end
    return values, #values == 0
  end
  own.sides, own.count, own.number = sides, (own.count or 0) + 1, (own.number or 0) + 1
  local lists, name = sides[side] or {}, time_name(due)
  sides[side] = lists
  local list = lists[name] or {}
  lists[name] = list
  list[#list + 1] = {
    at = at, number = own.number, value = type(value) == "userdata" and json.copy(value) or value, matched = #values > 0,
  }
  timer.at(due / 1e6, self.name .. "/" .. due)
  return values, false
end

function Join:unmatched(event)
  check(self, Join, "join:unmatched(event)")
  local due = number(event, self.name)
  if not due then return each {} end
  local own, found = kept(self.name), {}
  local sides, last = own.sides or {}, time_name(due)
  for side, lists in pairs(sides) do
    for name, list in pairs(lists) do
      if name > last then break end
      for _, kept in ipairs(list) do
        if not kept.matched then found[#found + 1] = { side = side, value = kept.value, number = kept.number } end
      end
      own.count = own.count - #list
      lists[name] = nil
    end
    if next(lists) == nil then sides[side] = nil end
  end
  table.sort(found, function(a, b) return a.number < b.number end)
  close(own)
  tidy(own, self.name, sides)
  return each(found)
end
