local test = require "test"
local visit = test.event("page.visited", { person = "ann" }, { id = "1" })

return {
  {
    name = "counts the visits of a person",
    events = { visit, visit },
    state = { ["ann"] = { visits = 2 } },
  },
}
