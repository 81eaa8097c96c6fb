-- Tests of every_third_link.lua. Each case has events and their expected results. A string is short
-- for a tap on that link. Fields of a record that a case does not mention are not compared.
local home = "mstr://?evt=3995"

local function tap(view) return { url = home, view = view } end

local navigates = {
  outcome = "default",
  by = "every_third_link.lua",
  effects = { { kind = "navigate", event = "home", number = 3995 } },
}

return {
  {
    name = "shares a picture of the view of every third link",
    events = { tap "sales", tap "sales", tap "sales", tap "sales" },
    records = {
      navigates,
      navigates,
      {
        outcome = "handled",
        effects = {
          { id = "3/every_third_link/1", kind = "snapshot", view = "sales", format = "png" },
          { id = "3/every_third_link/2", kind = "share", snapshot = "3/every_third_link/1" },
        },
      },
      navigates,
    },
  },
  {
    name = "captures the screen if the view is unknown",
    events = { home, home, home },
    records = {
      navigates,
      navigates,
      { effects = { { kind = "snapshot", format = "png" }, { kind = "share" } } },
    },
  },
  {
    name = "leaves a custom event unhandled",
    events = { "mstr://?evt=10000001" },
    records = { { outcome = "unhandled", effects = {} } },
  },
}
