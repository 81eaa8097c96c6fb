-- Limits the rate with a token bucket, of which the time is kept at which it will be full again, and that of the last
-- event. A late event finds the bucket as the last event has left it.

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
  local at, bucket = now(), state[self.name]
  -- Version 0.1.0 kept the first number alone.
  if type(bucket) == "number" then bucket = { full = bucket, last = bucket - self.period } end
  local full
  if bucket and bucket.last <= at + most_ahead then
    at = math.max(at, bucket.last)
    full = math.max(at, bucket.full)
  else
    full = at
  end
  full = full + self.interval
  -- Half a microsecond for the rounding of the interval.
  if full - at > self.period + 0.5 then return false end
  state[self.name] = { full = full, last = at }
  return true
end
