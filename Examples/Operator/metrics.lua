-- Answers the queries of operator.xml that need the metrics of the server.
local http = require "http"

local address = "http://127.0.0.1:8087/metrics"

-- The samples of a metric, each with its labels and its number.
local function samples(text, name)
  local found = {}
  for labels, number in text:gmatch("\n" .. name .. "(%b{}) ([%d.e+-]+)") do
    local sample = { number = tonumber(number) }
    for label, value in labels:gmatch('([%w_]+)="([^"]*)"') do sample[label] = value end
    found[#found + 1] = sample
  end
  return found
end

-- The end of the first bucket that contains a part of all calls.
local function quantile(buckets, part)
  table.sort(buckets, function(one, other) return one.le < other.le end)
  local all = buckets[#buckets].number
  for _, bucket in ipairs(buckets) do
    if bucket.number >= part * all then return bucket.le end
  end
end

local function latency(text)
  local scripts, rows = {}, {}
  for _, sample in ipairs(samples(text, "perilune_script_duration_seconds_bucket")) do
    local buckets = scripts[sample.script] or {}
    scripts[sample.script] = buckets
    local le = sample.le == "+Inf" and math.huge or tonumber(sample.le)
    local bucket = buckets[le] or { le = le, number = 0 }
    buckets[le] = bucket
    bucket.number = bucket.number + sample.number
  end
  for script, byEnd in pairs(scripts) do
    local buckets = {}
    for _, bucket in pairs(byEnd) do buckets[#buckets + 1] = bucket end
    local median, most = quantile(buckets, 0.5), quantile(buckets, 0.95)
    if buckets[#buckets].number > 0 and most < math.huge then
      rows[#rows + 1] = { Script = script, Part = "50 %", Milliseconds = median * 1000 }
      rows[#rows + 1] = { Script = script, Part = "95 %", Milliseconds = most * 1000 }
    end
  end
  table.sort(rows, function(one, other) return one.Script .. one.Part < other.Script .. other.Part end)
  return rows
end

return {
  executeQuery = function(self, name)
    if name ~= "Latency" and name ~= "Quarantine" then return end
    local text = "\n" .. http.get(address).body
    if name == "Latency" then return latency(text) end
    return { { Now = "now", Events = tonumber(text:match("\nperilune_quarantine_events ([%d.e+-]+)")) } }
  end,
}
