-- Passes each id on once within ten minutes, with one state for all events.
local state = require "state"

return {
    on = "visit", key = "all", expires = { seen = "10m" },
    execute = function(event, commander)
        state.seen = state.seen or {}
        local id = event.data.id
        if state.seen[id] then return commander:reject("seen") end
        state.seen[id] = true
        commander:emit(id)
    end,
}
