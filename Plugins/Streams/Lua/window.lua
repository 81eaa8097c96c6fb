-- Windows of time. The events of a window are aggregated when they come; a timer closes the window.
local aggregate = require "aggregate"

local function settings(given, what)
  local given = options(given, what, { name = true, lateness = true })
  return given, given.lateness and duration(given.lateness, "lateness") or 0
end

local function result(window, event, from, to, totals)
  local result = window.aggregates:result(totals)
  result.key, result.from, result.to = event.data.key, text(from), text(to)
  return result
end

local function aggregates(given, what)
  local set = aggregate.of(given)
  for _, name in ipairs { "key", "from", "to" } do
    if given[name] then host.fail(what .. ": '" .. name .. "' is a name that each result has already") end
  end
  return set
end

-- Tumbling and sliding windows keep what is aggregated for each pane, the time from the start of a window to the start
-- of the next one. A tumbling window is one pane.
local Sliding = {}
Sliding.__index = Sliding

local function sliding(what, size, slide, given, more)
  local more, lateness = settings(more, "window." .. what)
  local name = reserve(more.name, what, "closed")
  return setmetatable({
    size = size, slide = slide, lateness = lateness, aggregates = aggregates(given, "window." .. what),
    name = name, late = host.notice("late", name), shape = size .. "/" .. slide,
  }, Sliding)
end

function module.tumbling(size, given, more)
  local size = duration(size, "the size of a window")
  return sliding("tumbling", size, size, given, more)
end

function module.sliding(size, slide, given, more)
  local size, slide = duration(size, "the size of a window"), duration(slide, "the slide of a window")
  if size % slide ~= 0 then host.fail("window.sliding: the size must be a multiple of the slide") end
  if size // slide > 500 then host.fail("window.sliding: the size can be at most 500 times the slide") end
  return sliding("sliding", size, slide, given, more)
end

function Sliding:add(values)
  check(self, Sliding, "window:add(event)")
  local at, own = now(), kept(self.name)
  local pane, passed = at - at % self.slide, watermark(own)
  -- Panes of another size, from an earlier version of the rule, are dropped.
  local open = own.shape == self.shape and own.open or {}
  if pane + self.size + self.lateness <= passed then
    tidy(own, self.name, open)
    host.count(self.late)
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
  self.aggregates:add(totals, values)
  open[time_name(pane)] = totals
  return true
end

function Sliding:closed(event)
  check(self, Sliding, "window:closed(event)")
  local to = number(event, self.name)
  -- Timers at other times are those of windows of another size.
  if not to or to % self.slide ~= 0 then return each {} end
  local own, totals = kept(self.name)
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
  close(own)
  tidy(own, self.name, open)
  return each { totals and result(self, event, to - self.size, to, totals) }
end

-- Session windows end after a gap without events. An event between two sessions can join them.
local Session = {}
Session.__index = Session

function module.session(gap, given, more)
  local gap = duration(gap, "the gap of a session")
  local more, lateness = settings(more, "window.session")
  local name = reserve(more.name, "session", "closed")
  return setmetatable({
    gap = gap, lateness = lateness, aggregates = aggregates(given, "window.session"), name = name,
    late = host.notice("late", name),
  }, Session)
end

function Session:add(values)
  check(self, Session, "window:add(event)")
  local at, own = now(), kept(self.name)
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
      tidy(own, self.name, open)
      host.count(self.late)
      return false
    end
    id, session = tostring(at), { from = at, to = at, totals = {} }
    open[id] = session
  end
  session.from, session.to = math.min(session.from, at), math.max(session.to, at)
  self.aggregates:add(session.totals, values)
  timer.at((session.to + self.gap + self.lateness) / 1e6, self.name .. "/" .. id)
  return true
end

function Session:closed(event)
  check(self, Session, "window:closed(event)")
  local id = number(event, self.name)
  if not id then return each {} end
  local own = kept(self.name)
  local open = own.open or {}
  local session = open[tostring(id)]
  open[tostring(id)] = nil
  close(own)
  tidy(own, self.name, open)
  return each { session and result(self, event, session.from, session.to, session.totals) }
end
