-- Events of two or more sides that have the ordering key in common, within a time of each other. The values of each
-- side are kept in lists by the time at which they are due, the earliest first: an event reads those of the other
-- sides only, and a timer those that are due.
local json = require "json"

local Join = {}
Join.__index = Join

function module.within(length, options)
  local length = duration(length, "the time within which events are joined")
  local options = check_options(options, "join.within", { name = true, lateness = true, limit = true })
  local lateness = options.lateness and duration(options.lateness, "lateness") or 0
  local limit = options.limit or 1000
  if math.type(limit) ~= "integer" or limit < 1 then host.fail("limit must be an integer of at least 1") end
  local name = reserve_name(options.name, "join", "unmatched")
  return setmetatable({
    length = length, lateness = lateness, limit = limit, name = name, late_notice = host.add_notice("late", name),
  }, Join)
end

--- The values of other sides within the time, in the order in which they came.
local function find_matches(self, sides, side, at)
  local found, values = {}, {}
  for other, lists in pairs(sides) do
    if other ~= side then
      for _, list in pairs(lists) do
        for _, entry in ipairs(list) do
          if math.abs(at - entry.at) <= self.length then found[#found + 1] = entry end
        end
      end
    end
  end
  table.sort(found, function(a, b) return a.number < b.number end)
  for i, entry in ipairs(found) do
    entry.matched = true
    values[i] = entry.value
  end
  return values
end

function Join:add(side, value)
  check_self(self, Join, "join:add(side, value)")
  if type(side) ~= "string" then host.fail("add: the side must be a string, got " .. type(side)) end
  if value == nil then host.fail("add: there is no value to join") end
  local at, own = now(), own_state(self.name)
  -- A value is kept as long as a match can still come.
  local due = at + self.length + self.lateness + 1
  local is_late = due <= watermark(own)
  if not is_late and (own.count or 0) >= self.limit then
    host.fail(("add: %d values are kept for this ordering key, the most that the join keeps; use a key that fewer events "
      .. "have in common or a shorter duration, or raise the option limit"):format(self.limit))
  end
  local sides = own.sides or {}
  local values = find_matches(self, sides, side, at)
  if is_late then
    remove_if_empty(own, self.name, sides)
    if #values == 0 then host.count_notice(self.late_notice) end
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
  check_self(self, Join, "join:unmatched(event)")
  local due = timer_number(event, self.name)
  if not due then return iterate {} end
  local own, found = own_state(self.name), {}
  local sides, last = own.sides or {}, time_name(due)
  for side, lists in pairs(sides) do
    for name, list in pairs(lists) do
      if name > last then break end
      for _, entry in ipairs(list) do
        if not entry.matched then found[#found + 1] = { side = side, value = entry.value, number = entry.number } end
      end
      own.count = own.count - #list
      lists[name] = nil
    end
    if next(lists) == nil then sides[side] = nil end
  end
  table.sort(found, function(a, b) return a.number < b.number end)
  note_closed(own)
  remove_if_empty(own, self.name, sides)
  return iterate(found)
end
