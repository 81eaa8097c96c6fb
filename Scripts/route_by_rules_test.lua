-- Tests of route_by_rules.lua.
local current = "D3A9E8514C0FE1B76A20C88D5F9B7E14"
local old, new = "0F6B2C7711EB4A9D8C5500A0C92E61F3", "7C41B05E4D3396FA1E8B7290CD46A85D"
local retired = "A82E1D9311EC77B0520F00B0D1F3C96B"

local function tap(url, view) return { url = url, view = view or "sales" } end

return {
  {
    name = "rewrites a report that has moved and keeps all other parameters",
    events = { tap("https://bi.example.com/mstrWeb?evt=4001&reportID=" .. old .. "&reportViewMode=2") },
    records = {
      {
        outcome = "default",
        by = "route_by_rules.lua",
        effects = { { kind = "navigate", target = new, parameters = { reportViewMode = 2 } } },
      },
    },
  },
  {
    name = "rejects a retired report with a reason",
    events = { tap("mstr://?evt=4001&reportID=" .. retired) },
    records = { { outcome = "rejected", reason = "the report " .. retired .. " is retired", effects = {} } },
  },
  {
    name = "turns a custom event into one that the app knows",
    events = { tap("mstr://?evt=10000001&report=" .. current) },
    records = { { outcome = "default", effects = { { kind = "navigate", number = 4001, target = current } } } },
  },
  {
    name = "leaves any other report to the app",
    events = { tap("mstr://?evt=4001&reportID=" .. current) },
    records = { { outcome = "default", by = "link-drill" } },
  },
  {
    name = "is not called for other events, links and views",
    events = {
      tap("mstr://?evt=3995"),
      tap("mstr://?evt=4001&reportName=Sales"),
      tap("mstr://?evt=4001&reportID=" .. retired, "lobby"),
      "https://www.example.com/",
    },
    records = {
      { outcome = "default", by = "link-drill" },
      { outcome = "default", by = "link-drill" },
      { outcome = "default", by = "link-drill" },
      { outcome = "default", by = "link-drill", type = "link.url" },
    },
  },
  {
    name = "declines drafts",
    events = { tap("mstr://?evt=4001&draft=1&reportID=" .. retired) },
    records = { { outcome = "default", by = "link-drill" } },
  },
}
