-- For modules with state; it stands after common.lua. Times are integers, in microseconds since 1970, so that sums are
-- exact.
local state, time = require "state", require "time"

local function now() return math.floor(time.now() * 1e6 + 0.5) end

--- The name of a time; names are in the order of their times, as pairs visits them.
local function time_name(microseconds) return ("%018d"):format(microseconds + 100000000000000000) end

--- Reads a duration such as "10m" into microseconds.
local function duration(text, what)
  local seconds = type(text) == "string" and time.duration(text)
  if not seconds or seconds < 0.001 then
    host.fail(what .. ' must be a duration of at least 1 ms, such as "30s", "10m" or "1h30m"')
  end
  return math.floor(seconds * 1e6 + 0.5)
end

--- Reserves the member of state with a name for an object: its members have a lifetime, or a method reads its timers.
local function reserve_name(name, default, use)
  local name = name or default
  if type(name) ~= "string" or name == "" or #name > 64 or name:find("[%c/]") then
    host.fail("the option name must be a string of 1 to 64 characters without a slash")
  end
  host.reserve_state(name, use)
  return name
end

--- The table that an object keeps in state for the key of the event.
local function own_state(name)
  local own = state[name]
  if not own then
    state[name] = {}
    own = state[name]
  end
  return own
end
