-- Quantiles with a relative error of at most 1 %: a DDSketch (Masson, Rim, Lee), which counts values in buckets whose
-- bounds grow by 2 %.
local growth = 1.01 / 0.99
local smallest, largest = 1e-9, 1e15

local function bucket(value)
  local size = math.abs(value)
  -- NaN is in no bucket, and compares with nothing.
  if not (size >= smallest) then return "0" end
  local number = math.ceil(math.log(math.min(size, largest)) / math.log(growth))
  return (value < 0 and "-" or "+") .. number
end

--- The middle of a bucket, by its name.
local function middle(name)
  if name == "0" then return 0 end
  local size = 2 * growth ^ tonumber(name:sub(2)) / (growth + 1)
  return name:sub(1, 1) == "-" and -size or size
end

local function merge(total, other)
  total = total or { count = 0, buckets = {} }
  total.count = total.count + other.count
  for name, count in pairs(other.buckets) do total.buckets[name] = (total.buckets[name] or 0) + count end
  return total
end

local function quantile(total, fraction)
  local values = {}
  for name, count in pairs(total.buckets) do values[#values + 1] = { middle(name), count } end
  table.sort(values, function(a, b) return a[1] < b[1] end)
  local rank = fraction * (total.count - 1)
  local before = 0
  for _, entry in ipairs(values) do
    before = before + entry[2]
    if before > rank then return entry[1] end
  end
end

function module.quantile(path, ...)
  local fractions = { ... }
  for _, fraction in ipairs(fractions) do
    if type(fraction) ~= "number" or not (fraction >= 0 and fraction <= 1) then
      host.fail("aggregate.quantile: a quantile must be a number from 0 to 1, such as 0.95")
    end
  end
  if #fractions == 0 then host.fail('write aggregate.quantile("data.ms", 0.95)') end
  return {
    read = reader(path, "aggregate.quantile"),
    add = function(total, value)
      total = total or { count = 0, buckets = {} }
      local name = bucket(check_number(value, "aggregate.quantile", path))
      total.count, total.buckets[name] = total.count + 1, (total.buckets[name] or 0) + 1
      return total
    end,
    copy = function(other) return merge(nil, other) end,
    merge = merge,
    result = function(total)
      if not total then return nil end
      if #fractions == 1 then return quantile(total, fractions[1]) end
      local result = {}
      for i, fraction in ipairs(fractions) do result[i] = quantile(total, fraction) end
      return result
    end,
  }
end
