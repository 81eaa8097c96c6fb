-- Counts the visits of each person.
local state, log = require "state", require "log"

return {
  on = "page.visited",
  key = "data.person",
  execute = function(event)
    state.visits = (state.visits or 0) + 1
    log.info(event.data.person .. " has visited " .. state.visits .. " pages")
  end,
}
