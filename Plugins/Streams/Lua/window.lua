-- Windows of time. The events of a window are aggregated when they come; a timer closes the window.
local aggregate = require "aggregate"

local function check_window_options(options, what)
  local options = check_options(options, what, { name = true, lateness = true })
  return options, options.lateness and duration(options.lateness, "lateness") or 0
end

local function make_result(window, event, from, to, totals)
  local result = window.aggregates:result(totals)
  result.key, result.from, result.to = event.data.key, time_text(from), time_text(to)
  return result
end

local function combine(aggregates, what)
  local set = aggregate.of(aggregates)
  for _, name in ipairs { "key", "from", "to" } do
    if aggregates[name] then host.fail(what .. ": '" .. name .. "' is a name that each result has already") end
  end
  return set
end

-- Tumbling and sliding windows keep what is aggregated for each pane, the time from the start of a window to the start
-- of the next one. A tumbling window is one pane.
local Sliding = {}
Sliding.__index = Sliding

local function sliding(what, size, slide, aggregates, options)
  local options, lateness = check_window_options(options, "window." .. what)
  local name = reserve_name(options.name, what, "closed")
  return setmetatable({
    size = size, slide = slide, lateness = lateness, aggregates = combine(aggregates, "window." .. what),
    name = name, late_notice = host.add_notice("late", name), shape = size .. "/" .. slide,
  }, Sliding)
end

function module.tumbling(size, aggregates, options)
  local size = duration(size, "the size of a window")
  return sliding("tumbling", size, size, aggregates, options)
end

function module.sliding(size, slide, aggregates, options)
  local size, slide = duration(size, "the size of a window"), duration(slide, "the slide of a window")
  if size % slide ~= 0 then host.fail("window.sliding: the size must be a multiple of the slide") end
  if size // slide > 500 then host.fail("window.sliding: the size can be at most 500 times the slide") end
  return sliding("sliding", size, slide, aggregates, options)
end

function Sliding:add(event)
  check_self(self, Sliding, "window:add(event)")
  local at, own = now(), own_state(self.name)
  local pane, passed = at - at % self.slide, watermark(own)
  -- Panes of another size, from an earlier version of the rule, are dropped.
  local open = own.shape == self.shape and own.open or {}
  if pane + self.size + self.lateness <= passed then
    remove_if_empty(own, self.name, open)
    host.count_notice(self.late_notice)
    return false
  end
  own.open, own.shape = open, self.shape
  local totals = open[time_name(pane)]
  if not totals then
    totals = {}
    -- The pane before this one has set the timers of the windows that they share.
    local first = open[time_name(pane - self.slide)] and pane + self.size or pane + self.slide
    for to = first, pane + self.size, self.slide do
      local due = to + self.lateness
      if due > passed then timer.at(due / 1e6, self.name .. "/" .. to) end
    end
  end
  self.aggregates:add(totals, event)
  open[time_name(pane)] = totals
  return true
end

function Sliding:closed(event)
  check_self(self, Sliding, "window:closed(event)")
  local to = timer_number(event, self.name)
  -- Timers at other times are those of windows of another size.
  if not to or to % self.slide ~= 0 then return iterate {} end
  local own, totals = own_state(self.name)
  local open = own.shape == self.shape and own.open or {}
  -- Only the panes with events, which may be few of those of the window.
  local first, after = time_name(to - self.size), time_name(to)
  for name, part in pairs(open) do
    if name >= after then break end
    if name >= first then
      totals = totals or {}
      self.aggregates:merge(totals, part)
    end
    if name <= first then open[name] = nil end
  end
  note_closed(own)
  remove_if_empty(own, self.name, open)
  return iterate { totals and make_result(self, event, to - self.size, to, totals) }
end

-- Session windows end after a gap without events. An event between two sessions can join them.
local Session = {}
Session.__index = Session

function module.session(gap, aggregates, options)
  local gap = duration(gap, "the gap of a session")
  local options, lateness = check_window_options(options, "window.session")
  local name = reserve_name(options.name, "session", "closed")
  return setmetatable({
    gap = gap, lateness = lateness, aggregates = combine(aggregates, "window.session"), name = name,
    late_notice = host.add_notice("late", name),
  }, Session)
end

function Session:add(event)
  check_self(self, Session, "window:add(event)")
  local at, own = now(), own_state(self.name)
  local open = own.open or {}
  own.open = open
  local id, session
  for other, found in pairs(open) do
    if at > found.from - self.gap and at < found.to + self.gap then
      if session then
        self.aggregates:merge(session.totals, found.totals)
        session.from, session.to = math.min(session.from, found.from), math.max(session.to, found.to)
        timer.cancel(self.name .. "/" .. other)
        open[other] = nil
      else
        id, session = other, found
      end
    end
  end
  if not session then
    if at + self.gap + self.lateness <= watermark(own) then
      remove_if_empty(own, self.name, open)
      host.count_notice(self.late_notice)
      return false
    end
    id, session = tostring(at), { from = at, to = at, totals = {} }
    open[id] = session
  end
  session.from, session.to = math.min(session.from, at), math.max(session.to, at)
  self.aggregates:add(session.totals, event)
  timer.at((session.to + self.gap + self.lateness) / 1e6, self.name .. "/" .. id)
  return true
end

function Session:closed(event)
  check_self(self, Session, "window:closed(event)")
  local id = timer_number(event, self.name)
  if not id then return iterate {} end
  local own = own_state(self.name)
  local open = own.open or {}
  local session = open[tostring(id)]
  open[tostring(id)] = nil
  note_closed(own)
  remove_if_empty(own, self.name, open)
  return iterate { session and make_result(self, event, session.from, session.to, session.totals) }
end
