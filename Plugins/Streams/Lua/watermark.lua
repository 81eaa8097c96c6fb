-- For modules that set timers; it stands after keyed.lua.
local timer = require "timer"

--- The time up to which windows are closed: the time of the latest event, or the end of the last window of this key
--- that the clock of a server or the end of the log has closed.
local function watermark(own)
  local seconds = timer.watermark()
  local latest = seconds and math.floor(seconds * 1e6 + 0.5) or math.mininteger
  return math.max(latest, own.closed or latest)
end

--- Notes, in the event of a timer, that windows are closed up to its time.
local function note_closed(own)
  local due, seconds = now(), timer.watermark()
  if seconds and due <= math.floor(seconds * 1e6 + 0.5) then own.closed = nil else own.closed = due end
end

--- Forgets the state of an object for this key if nothing is left of it.
local function remove_if_empty(own, name, open)
  if next(open) == nil and not own.closed then state[name] = nil end
end

--- The number in the name of a timer that an object has set; nil for the timers of others.
local function timer_number(event, name)
  local data = event and event.type == "timer" and event.data
  if not data then host.fail("closed and unmatched must be called in onTimer, with its third argument, the event") end
  local prefix = name .. "/"
  if data.name:sub(1, #prefix) ~= prefix then return nil end
  host.mark_timer_handled()
  return math.tointeger(tonumber(data.name:sub(#prefix + 1)))
end

--- An iterator over the elements of a list.
local function iterate(list)
  local i = 0
  return function()
    i = i + 1
    return list[i]
  end
end

local function time_text(microseconds) return time.text(microseconds / 1e6) end
