-- Limits the rate with a token bucket, of which only the time is kept at which it will be full again.

-- The times of events differ by less than this, in microseconds. What an event further ahead has left is ignored: its
-- time was wrong, and the bucket would be empty until then.
local most_ahead = 3600 * 1000000

local Bucket = {}
Bucket.__index = Bucket

function module.rate(count, period, options)
  if math.type(count) ~= "integer" or count < 1 then host.fail("the count must be an integer of at least 1") end
  local period = duration(period, "the period")
  local options = check_options(options, "throttle.rate", { name = true })
  return setmetatable({
    period = period, interval = period / count, name = reserve_name(options.name, "throttle"),
  }, Bucket)
end

function Bucket:allows()
  check_self(self, Bucket, "throttle:allows()")
  local at = now()
  local before = state[self.name]
  if not before or before < at or before > at + self.period + most_ahead then before = at end
  local full = before + self.interval
  -- Half a microsecond for the rounding of the interval.
  if full - at > self.period + 0.5 then return false end
  state[self.name] = full
  return true
end
