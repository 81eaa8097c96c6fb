-- Passes each id on once within ten minutes, with a state for each id.
local state = require "state"

return {
    on = "visit", key = "data.id", expires = "10m",
    execute = function(event, commander)
        if state.seen then return commander:reject("seen") end
        state.seen = true
        commander:emit(event.data.id)
    end,
}
