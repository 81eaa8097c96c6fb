-- Counts the events of each id.
local state = require "state"

return {
    on = "visit", key = "all",
    execute = function(event)
        local id = event.data.id
        state.counts[id] = state.counts[id] + 1
    end,
}
