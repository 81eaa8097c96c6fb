-- The number of distinct values, estimated by HyperLogLog: 4096 registers, with the estimator of Otmar Ertl ("New
-- cardinality estimation algorithms for HyperLogLog sketches"), which needs no tables of corrections.
local hash = require "hash"

local registers, bits = 4096, 52
-- Up to this many registers are kept in a table by their numbers; more are kept in a string.
local most_entries = 48
-- A rank is written as a character, starting with this one, so that JSON needs no escapes.
local zero = ("#"):byte()

-- The zeros before the first one of four bits, by the hexadecimal digit.
local zeros = { ["1"] = 3, ["2"] = 2, ["3"] = 2, ["4"] = 1, ["5"] = 1, ["6"] = 1, ["7"] = 1 }

local function name_of(value)
  if math.type(value) == "float" then value = math.tointeger(value) or value end
  if type(value) ~= "string" and type(value) ~= "number" and type(value) ~= "boolean" then
    host.fail("aggregate.distinct: the value must be a string, a number or a boolean, got " .. type(value))
  end
  return type(value):sub(1, 1) .. tostring(value)
end

--- The register of a value, as three hexadecimal digits, and its rank: the place of the first one in the other bits.
local function observe(value)
  local digits = hash.xxh64(name_of(value))
  local start = digits:find("[^0]", 4)
  if not start then return digits:sub(1, 3), bits + 1 end
  return digits:sub(1, 3), 4 * (start - 4) + (zeros[digits:sub(start, start)] or 0) + 1
end

local function dense(entries)
  local ranks = {}
  for i = 1, registers do ranks[i] = string.char(zero + (entries[("%03x"):format(i - 1)] or 0)) end
  return table.concat(ranks)
end

local function raise(total, register, rank)
  if type(total) == "string" then
    local place = tonumber(register, 16) + 1
    if total:byte(place) - zero >= rank then return total end
    return total:sub(1, place - 1) .. string.char(zero + rank) .. total:sub(place + 1)
  end
  total = total or { count = 0, ranks = {} }
  local before = total.ranks[register]
  if before and before >= rank then return total end
  if not before then total.count = total.count + 1 end
  total.ranks[register] = rank
  return total.count > most_entries and dense(total.ranks) or total
end

local function merge(total, other)
  if type(other) == "table" then
    for register, rank in pairs(other.ranks) do total = raise(total, register, rank) end
    return total
  end
  if type(total) == "table" then return merge(other, total) end
  if total == nil or total == other then return other end
  local ranks = {}
  for i = 1, registers do ranks[i] = string.char(math.max(total:byte(i), other:byte(i))) end
  return table.concat(ranks)
end

local function sigma(x)
  if x == 1 then return math.huge end
  local y, sum = 1, x
  repeat
    local before = sum
    x = x * x
    sum = sum + x * y
    y = y + y
  until sum == before
  return sum
end

local function tau(x)
  if x == 0 or x == 1 then return 0 end
  local y, sum = 1, 1 - x
  repeat
    local before = sum
    x = math.sqrt(x)
    y = y / 2
    sum = sum - (1 - x) ^ 2 * y
  until sum == before
  return sum / 3
end

local function estimate(total)
  if total == nil then return 0 end
  local counts = {}
  for rank = 0, bits + 1 do counts[rank] = 0 end
  if type(total) == "string" then
    for i = 1, registers do
      local rank = total:byte(i) - zero
      counts[rank] = counts[rank] + 1
    end
  else
    counts[0] = registers - total.count
    for _, rank in pairs(total.ranks) do counts[rank] = counts[rank] + 1 end
  end
  local z = registers * tau(1 - counts[bits + 1] / registers)
  for rank = bits, 1, -1 do z = (z + counts[rank]) / 2 end
  z = z + registers * sigma(counts[0] / registers)
  return math.floor(registers * registers / (2 * 0.69314718055994530942 * z) + 0.5)
end

function module.distinct(path)
  return {
    read = reader(path, "aggregate.distinct"),
    add = function(total, value) return raise(total, observe(value)) end,
    copy = function(other) return merge(nil, other) end,
    merge = merge,
    result = estimate,
  }
end
