-- Cases for every_third_link.lua: events go in, and what is written here must come out. A text stands
-- for somebody following that link; of a record only the members that are written are compared.
local home = "mstr://?evt=3995"

local function tap(view) return { url = home, view = view } end

local navigates = {
  outcome = "default",
  by = "every_third_link.lua",
  effects = { { kind = "navigate", event = "home", number = 3995 } },
}

return {
  {
    name = "shares a picture of every third link's view",
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
    name = "takes a picture of the screen where the view is not known",
    events = { home, home, home },
    records = {
      navigates,
      navigates,
      { effects = { { kind = "snapshot", format = "png" }, { kind = "share" } } },
    },
  },
  {
    name = "leaves a custom event that it hands back unhandled",
    events = { "mstr://?evt=10000001" },
    records = { { outcome = "unhandled", effects = {} } },
  },
}
