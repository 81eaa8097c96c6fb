-- Aggregates of events. What is aggregated so far is plain data, in a table with one member for each aggregate, so that
-- it can be kept in state. An aggregate has the functions add(total, value), merge(total, other) and result(total);
-- total is nil at first.
local json = require "json"

--- A function that reads the value at a path such as "data.bytes".
local function reader(path, what)
  if type(path) == "function" then return path end
  if type(path) ~= "string" or path == "" then
    host.fail(what .. ': the first argument must be a path such as "data.bytes", or a function')
  end
  local names = {}
  for name in path:gmatch("[^.]+") do names[#names + 1] = name end
  -- A path at which no event has a value is reported.
  local notice, is_found = host.add_notice("path", path), false
  local function missing()
    if not is_found then host.count_notice(notice) end
  end
  return function(values)
    for i = 1, #names do
      if type(values) ~= "table" and type(values) ~= "userdata" or values == json.null then return missing() end
      values = values[names[i]]
    end
    if values == nil or values == json.null then return missing() end
    if not is_found then
      is_found = true
      host.mark_found(notice)
    end
    return values
  end
end

local function check_number(value, what, path)
  if type(value) ~= "number" then
    local name = type(path) == "string" and path or "the value"
    host.fail(what .. ": " .. name .. " must be a number, got " .. type(value))
  end
  return value
end

--- Adds two numbers; integers that would overflow become a float.
local function plus(a, b)
  local sum = a + b
  if math.type(sum) == "integer" and (b >= 0) ~= (sum >= a) then return a + 0.0 + b end
  return sum
end

local function numeric(name, path, functions)
  local what = "aggregate." .. name
  local combine = functions.add
  functions.read = reader(path, what)
  functions.merge = functions.merge or combine
  function functions.add(total, value)
    check_number(value, what, path)
    if total == nil then return functions.first and functions.first(value) or value end
    return combine(total, value)
  end
  functions.result = functions.result or function(total) return total end
  return functions
end

function module.count(path)
  return {
    read = path == nil and function() return true end or reader(path, "aggregate.count"),
    add = function(total) return (total or 0) + 1 end,
    merge = function(total, other) return (total or 0) + other end,
    result = function(total) return total or 0 end,
  }
end

function module.sum(path)
  return numeric("sum", path, { add = plus, result = function(total) return total or 0 end })
end

function module.min(path) return numeric("min", path, { add = math.min }) end

function module.max(path) return numeric("max", path, { add = math.max }) end

function module.mean(path)
  return numeric("mean", path, {
    first = function(value) return { sum = value, count = 1 } end,
    add = function(total, value) return { sum = plus(total.sum, value), count = total.count + 1 } end,
    merge = function(a, b) return { sum = plus(a.sum, b.sum), count = a.count + b.count } end,
    result = function(total) return total and total.sum / total.count end,
  })
end

local Set = {}
Set.__index = Set

function module.of(aggregates)
  if type(aggregates) ~= "table" or next(aggregates) == nil then
    host.fail("the aggregates must be a table with names, such as { requests = aggregate.count() }")
  end
  local entries = {}
  for name, aggregate in pairs(aggregates) do
    if type(name) ~= "string" then host.fail("each aggregate must have a name") end
    local is_aggregate = type(aggregate) == "table" and aggregate.read and aggregate.add and aggregate.merge
      and aggregate.result
    if not is_aggregate then
      host.fail("'" .. name .. "' is not an aggregate; write aggregate.count(), with parentheses")
    end
    entries[#entries + 1] = { name = name, aggregate = aggregate }
  end
  return setmetatable({ entries = entries }, Set)
end

function Set:add(totals, event)
  check_self(self, Set, "aggregates:add(totals, event)")
  for _, entry in ipairs(self.entries) do
    local value = entry.aggregate.read(event)
    if value ~= nil then totals[entry.name] = entry.aggregate.add(totals[entry.name], value) end
  end
end

function Set:merge(totals, others)
  check_self(self, Set, "aggregates:merge(totals, others)")
  for _, entry in ipairs(self.entries) do
    local name, other = entry.name, others[entry.name]
    if other ~= nil then
      totals[name] = totals[name] == nil and entry.aggregate.copy and entry.aggregate.copy(other)
        or totals[name] == nil and other or entry.aggregate.merge(totals[name], other)
    end
  end
end

function Set:result(totals)
  check_self(self, Set, "aggregates:result(totals)")
  local result = {}
  for _, entry in ipairs(self.entries) do result[entry.name] = entry.aggregate.result(totals[entry.name]) end
  return result
end
