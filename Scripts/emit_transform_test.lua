-- Tests of emit_transform.lua. `output` lists all emitted values, with all their fields.
local json = require "json"
local report = "D3A9E8514C0FE1B76A20C88D5F9B7E14"

local function event(url)
  return { id = "a1", source = "test", type = "link.drill", revision = 9007199254740993, data = { url = url } }
end

local function cleaned(url, known)
  local copy = event(url)
  copy.specversion, copy.known = "1.0", known
  return copy
end

return {
  {
    name = "masks secrets, keeps the rest, and emits what was opened",
    events = { event("mstr://?evt=4001&reportID=" .. report .. "&uid=ann&pwd=secret&region=North%20East") },
    output = {
      cleaned("mstr://?evt=4001&reportID=" .. report .. "&uid=***&pwd=***&region=North%20East", true),
      { id = "a1", opened = report, event = "run report", region = "North East" },
    },
    records = { { outcome = "default", by = "emit_transform.lua", emitted = 2 } },
  },
  {
    name = "writes null where there is no region",
    events = { event("mstr://?evt=4001&reportID=" .. report) },
    output = {
      cleaned("mstr://?evt=4001&reportID=" .. report, true),
      { id = "a1", opened = report, event = "run report", region = json.null },
    },
  },
  {
    name = "emits an unknown event unchanged",
    events = { event("mstr://?evt=77") },
    output = { cleaned("mstr://?evt=77", false) },
  },
  {
    name = "emits no row for a folder",
    events = { event("mstr://?evt=2001&folderID=" .. report) },
    output = { cleaned("mstr://?evt=2001&folderID=" .. report, true) },
  },
  {
    name = "ignores events without a link",
    events = { { type = "link.drill", data = { view = "sales" } }, { type = "link.drill" } },
    output = {},
    records = { { outcome = "unhandled" }, { outcome = "unhandled" } },
  },
}
